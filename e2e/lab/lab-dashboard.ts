import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lab } from './start-lab.ts';
import { waitUntil } from './wait-until.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FROM_SOURCES = [process.execPath, '--import', 'tsx', 'server/main.ts'] as const;
/** The server is up in 2 s here when run from its sources; a busy machine is given more. */
const START_TIMEOUT_MS = 60_000;
/** The server's own promise is one second; a busy test machine is given more before a request counts as lost. */
const REQUEST_TIMEOUT_MS = 10_000;

export interface DashboardOptions {
  readonly signal: AbortSignal;
  /** What of kubelet the server may use; null: as if there were none. */
  readonly kubelet: { readonly url: string | null; readonly logPath: string } | null;
  readonly port?: number;
  /** Another log in the place of containerd's own. */
  readonly runtimeLog?: string;
  /** Where an earlier server kept its history; absent: a folder of its own. */
  readonly dataDir?: string;
  /** How to run the server: the sources, or another program that takes the server's flags. */
  readonly command?: readonly [string, ...string[]];
}

/** The product itself, as its own process, looking at a lab. */
export interface Dashboard {
  /** "http://127.0.0.1:41234", without a path. */
  readonly origin: string;
  /** The address that the server printed for a person. */
  readonly token: string;
  readonly pid: number;
  readonly logPath: string;
  /** GET of an API path with our token; the parsed body. */
  get<T>(path: string): Promise<T>;
  /** The same as bytes. */
  download(path: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Starts the server against the lab and resolves when it listens. */
export function startDashboard(lab: Lab, options: DashboardOptions): Promise<Dashboard> {
  const dataDir = options.dataDir ?? join(lab.dir, `history-${randomUUID().slice(0, 8)}`);
  return runServer(lab, [...nodeFlags(lab, options), '--data-dir', dataDir], options);
}

/** Opens a capture on a machine that has nothing of the node: no runtime, an empty root. */
export async function openCapture(
  lab: Lab,
  path: string,
  options: Pick<DashboardOptions, 'signal' | 'command'>,
): Promise<Dashboard> {
  const root = join(lab.dir, 'nothing');
  await mkdir(root, { recursive: true });
  return runServer(lab, ['--open', path, '--host-root', root], options);
}

/** What the server, or `why` without one, must be told to find a lab instead of this machine. */
export function nodeFlags(
  lab: Lab,
  { kubelet, runtimeLog }: Pick<DashboardOptions, 'kubelet' | 'runtimeLog'>,
): readonly string[] {
  return [
    ...['--runtime-endpoint', lab.endpoint],
    ...['--runtime-log', runtimeLog ?? lab.runtimeLog],
    ...['--pod-logs', lab.podLogs],
    ...['--manifests', lab.manifestsDir],
    // Another kubelet of this machine must not answer for the lab's: port 1 refuses.
    ...['--kubelet', kubelet?.url ?? 'http://127.0.0.1:1'],
    ...['--kubelet-log', kubelet?.logPath ?? join(lab.dir, 'no-kubelet.log')],
  ];
}

async function runServer(
  lab: Lab,
  flags: readonly string[],
  options: Pick<DashboardOptions, 'signal' | 'command' | 'port'>,
): Promise<Dashboard> {
  const token = randomUUID();
  const logPath = join(lab.dir, `dashboard-${token.slice(0, 8)}.log`);
  const log = await open(logPath, 'a');
  const [command, ...args] = options.command ?? FROM_SOURCES;
  const own = ['--port', String(options.port ?? 0), '--token', token];
  const child = spawn(command, [...args, ...own, ...flags], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  await log.close();
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  lab.addProcess('dashboard', pid);
  try {
    const origin = await listening(child, logPath, options.signal);
    return {
      origin,
      token,
      pid,
      logPath,
      get: async (path) => JSON.parse(Buffer.from(await request(origin, path, token)).toString()),
      download: (path) => request(origin, path, token),
      close: () => end(child),
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function listening(child: ChildProcess, logPath: string, signal: AbortSignal) {
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the server ended at once')));
  const options = {
    signal: AbortSignal.any([signal, ended.signal]),
    timeoutMs: START_TIMEOUT_MS,
  };
  try {
    return await waitUntil('the dashboard listens', options, async () => {
      const text = await readFile(logPath, 'utf8');
      return /^(http:\/\/[\d.]+:\d+)\//m.exec(text)?.[1] ?? null;
    });
  } catch (error) {
    signal.throwIfAborted();
    const said = (await readFile(logPath, 'utf8')).trim().slice(-1_000);
    throw new Error(`the dashboard does not listen: ${said}`, { cause: error });
  }
}

async function request(origin: string, path: string, token: string): Promise<Uint8Array> {
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) {
    throw new Error(`GET ${path}: ${response.status} ${Buffer.from(body).toString()}`);
  }
  return body;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const fuse = setTimeout(() => child.kill('SIGKILL'), 12_000);
  await gone;
  clearTimeout(fuse);
}
