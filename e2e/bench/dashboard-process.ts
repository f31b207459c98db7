import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_COMMAND, SERVER_ENV } from '../../scripts/server-command.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'bench-token-0123456789';

/** 30 s: a machine busy with other things may take that long to start a process. */
const START_LIMIT_MS = 30_000;

/** The built server as its own process, as `npm start` runs it. */
export interface DashboardProcess {
  readonly origin: string;
  readonly token: string;
  /** GET with our token; the whole body is read. */
  get(path: string): Promise<string>;
  rssBytes(): number;
  /** Process time so far, with that of children that have ended; not the renderer's while it lives. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** Starts dist/server.mjs on a free port and resolves when it listens. */
export async function startDashboard(flags: readonly string[]): Promise<DashboardProcess> {
  const args = [...flags, '--port', '0', '--token', TOKEN, '--log-level', 'warn'];
  const child = spawn(process.execPath, [...SERVER_COMMAND, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...SERVER_ENV },
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
    cpuMs: () => cpuMsOf(child.pid ?? 0),
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

/** Linux counts process time in hundredths of a second, whatever its kernel's clock. */
const TICK_MS = 10;

/** From /proc; 0 where there is none. */
function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; user and system time are the 12th field after it and the next three.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
  } catch {
    return 0;
  }
}
