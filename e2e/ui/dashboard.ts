import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodList, PodRow } from '../../server/contract/pod.ts';
import { flagsFor } from '../sim/product-flags.ts';
import type { Sim, SimOptions } from '../sim/sim.ts';
import { startSim } from '../sim/start-sim.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'a-token-of-the-tests';
const OPERATOR_TOKEN = 'a-token-that-acts';
const VIEWER_TOKEN = 'a-token-that-only-looks';
const ALL = ['exec', 'attach', 'port-forward', 'probe', 'remove'];
/** 20 s: the server is up in half a second; a machine under load is given time. */
const START_MS = 20_000;

/** The built product on a simulated node. */
export interface Dashboard {
  readonly url: string;
  readonly token: string;
  /** Of somebody who may act on containers and probe, without what reaches the node. */
  readonly operatorToken: string;
  /** Of somebody who may look and nothing else. */
  readonly viewerToken: string;
  readonly sim: Sim;
  get<T>(path: string): Promise<T>;
  /** The pod whose name begins so; waits until the node knows it. */
  pod(stem: string): Promise<PodRow>;
  /** What the server has logged so far, one JSON object a line. */
  log(): readonly Record<string, unknown>[];
  /** Ends the server, as a crash would; the node lives on. */
  stopServer(): Promise<void>;
  /** Starts it again at the same address. */
  startServer(): Promise<void>;
  close(): Promise<void>;
}

export interface DashboardOptions extends Pick<SimOptions, 'scenarios' | 'scale' | 'cgroups'> {
  /** What --allow switches on; unless told, all there is. */
  readonly allow?: readonly string[];
}

/** Starts a simulated node and the built server on it, each test worker its own. */
export async function startDashboard({
  allow = ALL,
  ...options
}: DashboardOptions): Promise<Dashboard> {
  const dir = await mkdtemp(join(tmpdir(), 'ui-'));
  const closing = new AbortController();
  const sim = await startSim({
    dress: 'containerd',
    dir: join(dir, 'node'),
    signal: closing.signal,
    ...options,
  });
  const tokens = join(dir, 'tokens');
  const lines = [
    `admin admin ${TOKEN}`,
    `operator olga ${OPERATOR_TOKEN}`,
    `viewer vera ${VIEWER_TOKEN}`,
  ];
  await writeFile(tokens, `${lines.join('\n')}\n`, { mode: 0o600 });
  const flags = [
    ...flagsFor(sim, 'all'),
    ...['--token-file', tokens],
    ...(allow.length === 0 ? [] : ['--allow', allow.join(',')]),
  ];
  const log: string[] = [];
  let server = await startServer(flags, 0, log);
  const get = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await fetch(new URL(path, server.url), { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    url: server.url,
    token: TOKEN,
    operatorToken: OPERATOR_TOKEN,
    viewerToken: VIEWER_TOKEN,
    sim,
    get,
    async pod(stem) {
      const deadline = Date.now() + START_MS;
      while (Date.now() < deadline) {
        const { pods } = await get<PodList>(`${apiPaths.pods()}?limit=1000`);
        const found = pods.find((pod) => pod.name.startsWith(stem));
        if (found !== undefined) return found;
      }
      throw new Error(`no pod ${stem}… on the simulated node`);
    },
    log: () => log.map((line) => JSON.parse(line) as Record<string, unknown>),
    stopServer: () => end(server.child),
    async startServer() {
      server = await startServer(flags, Number(new URL(server.url).port), log);
    },
    async close() {
      await end(server.child);
      closing.abort();
      await sim.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The built server on a capture file, with the token that the tests bear. */
export async function openCapture(file: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startServer(['--open', file, '--token', TOKEN], 0, []);
  return { url: server.url, close: () => end(server.child) };
}

async function startServer(
  flags: readonly string[],
  port: number,
  log: string[],
): Promise<{ url: string; child: ChildProcess }> {
  const args = [...flags, ...['--port', String(port)], ...['--log-level', 'warn']];
  const child = spawn(process.execPath, ['dist/server.mjs', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('{')) log.push(line);
    process.stderr.write(`${line}\n`);
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(START_MS) })) as [string];
  return { url: new URL('/', line).href, child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
