import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'bench-token-0123456789';

/** 30 s: a machine busy with other things may take that long to start a process. */
const START_LIMIT_MS = 30_000;

/** The built server as its own process, with the memory limits of `npm start`. */
export interface DashboardProcess {
  readonly origin: string;
  readonly token: string;
  /** GET with our token; the whole body is read. */
  get(path: string): Promise<string>;
  rssBytes(): number;
  close(): Promise<void>;
}

/** Starts dist/server.mjs on a free port and resolves when it listens. */
export async function startDashboard(flags: readonly string[]): Promise<DashboardProcess> {
  const memory = ['--max-old-space-size=128', '--max-semi-space-size=1', '--no-opt'];
  const args = [
    'dist/server.mjs',
    ...flags,
    '--port',
    '0',
    '--token',
    TOKEN,
    '--log-level',
    'warn',
  ];
  const child = spawn(process.execPath, [...memory, ...args], {
    cwd: ROOT,
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await printedOrigin(child);
  return {
    origin,
    token: TOKEN,
    async get(path) {
      const response = await fetch(`${origin}${path}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const body = await response.text();
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${body.slice(0, 200)}`);
      return body;
    },
    rssBytes: () => rssOf(child.pid ?? 0),
    async close() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The first address the server prints on stdout. */
async function printedOrigin(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the server has no output');
  const lines = createInterface({ input: child.stdout });
  const line = new Promise<string>((resolve, reject) => {
    lines.on('line', (text) => {
      const found = /https?:\/\/[^/\s]+/.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const limit = sleep(START_LIMIT_MS, null, { ref: false }).then(() => {
    throw new Error('the server printed no address');
  });
  return Promise.race([line, limit]);
}

/** Resident memory from /proc; 0 where there is none. */
function rssOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
