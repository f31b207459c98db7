import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orAborted } from './lib/abort.ts';
import type { Log } from './log.ts';
import { createCrashCount, MAX_CRASHES } from './pages/crash-count.ts';
import { logOutput } from './pages/output-log.ts';

/** nobody and nogroup: own no file on any distribution we know. */
const UNPRIVILEGED_ID = 65_534;
/** Measured: half the memory of the defaults for the same pages. */
const MEMORY_FLAGS = ['--max-old-space-size=96', '--max-semi-space-size=1'];
/** 3 s from SIGTERM to SIGKILL: the renderer holds nothing that must be saved. */
const KILL_AFTER_MS = 3_000;

export interface RendererOptions {
  /** The script to run: dist/renderer.mjs, or server/renderer.ts in development. */
  readonly entry: string;
  readonly projectRoot: string;
  readonly isDev: boolean;
  readonly idleMs: number;
  readonly log: Log;
}

/** The one owner of the renderer: starts it for the first page, ends it when nobody asks any more. */
export interface RendererProcess {
  readonly socketPath: string;
  readonly apiSocketPath: string;
  /** Resolves when it takes requests; starts it if need be. Rejects with the reason when it cannot, or on abort. */
  ensureUp(signal: AbortSignal): Promise<void>;
  /** A request begins; the returned function ends it. Idle time counts from the last end. */
  use(): () => void;
  /** Hands the first-view socket, once it is there, to the renderer's user. */
  handOverApiSocket(): void;
  rssBytes(): number | null;
  /** Whether it runs as another user than we do. */
  readonly isUnprivileged: boolean;
  close(): Promise<void>;
}

interface Running {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

/** Makes the private folder; starts nothing yet. */
export function openRendererProcess(options: RendererOptions): RendererProcess {
  const { log } = options;
  // In development Next writes its build beside the sources, which belong to whoever develops.
  const isUnprivileged = process.getuid?.() === 0 && !options.isDev;
  const folder = makeFolder(isUnprivileged);
  const crashes = createCrashCount();
  let running: Running | null = null;
  let lastEnd: Promise<void> = Promise.resolve();
  let users = 0;
  let idleTimer: NodeJS.Timeout | null = null;
  let isClosing = false;

  const start = (): Running => {
    const started = startRenderer(options, folder, isUnprivileged);
    running = started;
    void started.ended.then(() => {
      if (running === started) {
        running = null;
        crashes.add();
      }
    });
    return started;
  };
  const stop = (): Promise<void> => {
    const stopped = running;
    running = null;
    // The next one waits for it: a process that ends removes the socket's file, whoever made it.
    if (stopped !== null) lastEnd = endRenderer(stopped);
    return lastEnd;
  };
  const stopWhenIdle = (): void => {
    idleTimer = setTimeout(() => {
      log.info('nobody asked for a page: the renderer is ended');
      void stop();
    }, options.idleMs);
    idleTimer.unref();
  };

  return {
    socketPath: folder.rendererSocket,
    apiSocketPath: folder.apiSocket,
    isUnprivileged,
    async ensureUp(signal) {
      if (isClosing) throw new Error('the server stops');
      await lastEnd;
      const waitMs = running === null ? crashes.waitMs() : 0;
      if (waitMs > 0) {
        throw new Error(
          `the renderer ended ${MAX_CRASHES} times in a minute; next try in ${Math.ceil(waitMs / 1_000)} s`,
        );
      }
      await whenReady((running ?? start()).ready, signal);
    },
    use() {
      users += 1;
      if (idleTimer !== null) clearTimeout(idleTimer);
      idleTimer = null;
      return () => {
        users -= 1;
        if (users === 0 && !isClosing) stopWhenIdle();
      };
    },
    handOverApiSocket() {
      chmodSync(folder.apiSocket, 0o600);
      if (isUnprivileged) chownSync(folder.apiSocket, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    },
    rssBytes: () => (running?.process.pid === undefined ? null : readRssBytes(running.process.pid)),
    async close() {
      if (isClosing) return;
      isClosing = true;
      if (idleTimer !== null) clearTimeout(idleTimer);
      await stop();
      folder.remove(log);
    },
  };
}

interface Folder {
  readonly rendererSocket: string;
  readonly apiSocket: string;
  remove(log: Log): void;
}

/**
 * A folder of ours that others may pass through but not list, with the first-view socket, and in it one that belongs
 * to the renderer's user: so the renderer cannot put anything in the place of our socket.
 */
function makeFolder(isUnprivileged: boolean): Folder {
  const root = mkdtempSync(join(tmpdir(), 'cri-triage-'));
  const own = join(root, 'renderer');
  mkdirSync(own, { mode: 0o700 });
  if (isUnprivileged) {
    chmodSync(root, 0o711);
    chownSync(own, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }
  const rendererSocket = join(own, 'pages.sock');
  const apiSocket = join(root, 'first-view.sock');
  return {
    rendererSocket,
    apiSocket,
    remove(log) {
      // By name and not recursively: the inner folder was in another user's hands.
      try {
        for (const file of [rendererSocket, apiSocket]) rmSync(file, { force: true });
        for (const directory of [own, root]) rmdirSync(directory);
      } catch (error) {
        log.warn({ err: error, folder: root }, 'the private folder cannot be removed');
      }
    },
  };
}

function startRenderer(options: RendererOptions, folder: Folder, isUnprivileged: boolean): Running {
  const { entry, log } = options;
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  // What a renderer that was killed left behind would refuse the address.
  rmSync(folder.rendererSocket, { force: true });
  const child = spawn(
    process.execPath,
    [...(options.isDev ? [] : MEMORY_FLAGS), '--enable-source-maps', ...loader, entry],
    {
      cwd: options.projectRoot,
      // Nothing of ours: neither tokens nor the runtime's endpoint are in its environment.
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        NODE_ENV: options.isDev ? 'development' : 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        CRI_TRIAGE_DEV: options.isDev ? '1' : '0',
        CRI_TRIAGE_RENDERER_SOCKET: folder.rendererSocket,
        CRI_TRIAGE_API_SOCKET: folder.apiSocket,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...(isUnprivileged ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}),
    },
  );
  const startedAtMs = performance.now();
  logOutput([child.stdout, child.stderr], log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', (code, signal) => {
      log.info({ pid: child.pid, code, signal }, 'the renderer ended');
      resolve();
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error('the renderer cannot be started', { cause: error })),
    );
    child.once('exit', () => reject(new Error('the renderer ended while it started')));
    child.once('message', () => {
      const tookMs = Math.round(performance.now() - startedAtMs);
      log.info(
        { pid: child.pid, uid: isUnprivileged ? UNPRIVILEGED_ID : process.getuid?.(), tookMs },
        'the renderer is up',
      );
      resolve();
    });
  });
  // Whoever waits hears of a failed start; nobody waiting is no reason to end the server.
  ready.catch(() => undefined);
  return { process: child, ready, ended };
}

async function endRenderer(running: Running): Promise<void> {
  running.process.kill('SIGTERM');
  const kill = setTimeout(() => running.process.kill('SIGKILL'), KILL_AFTER_MS);
  await running.ended;
  clearTimeout(kill);
}

async function whenReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await orAborted(ready, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Error('the renderer is still starting', { cause: error });
  }
}

/** Resident memory as the kernel counts it; null where there is no /proc or the process is gone. */
function readRssBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  } catch {
    return null;
  }
}
