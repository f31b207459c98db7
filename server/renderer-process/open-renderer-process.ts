import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { delay, orAborted } from '../lib/abort.ts';
import type { Log } from '../log.ts';
import { createCrashCount, MAX_CRASHES } from './crash-count.ts';
import { makeFolder } from './private-folder.ts';
import { type RendererScript, type Running, startRenderer } from './start-renderer.ts';
import { UNPRIVILEGED_ID } from './unprivileged-id.ts';

/** 1 s: between a socket that closes and the news of the exit lie milliseconds. */
const EXIT_SEEN_MS = 1_000;
/** 3 s from SIGTERM to SIGKILL: the renderer holds nothing that must be saved. */
const KILL_AFTER_MS = 3_000;

export interface RendererOptions extends RendererScript {
  readonly idleMs: number;
  readonly log: Log;
}

/** The one owner of the renderer: starts it for the first page, ends it when nobody asks any more. */
export interface RendererProcess {
  readonly socketPath: string;
  readonly apiSocketPath: string;
  /** Resolves when it takes requests; starts it if need be. Rejects with the reason when it cannot, or on abort. */
  ensureUp(signal: AbortSignal): Promise<void>;
  /** It takes no connection: resolves when it is known to have ended, or after a second. */
  afterLoss(signal: AbortSignal): Promise<void>;
  /** A request begins; the returned function ends it. Idle time counts from the last end. */
  use(): () => void;
  /** Hands the first-view socket, once it is there, to the renderer's user. */
  handOverApiSocket(): void;
  rssBytes(): number | null;
  /** Whether it runs as another user than we do. */
  readonly isUnprivileged: boolean;
  close(): Promise<void>;
}

/** Makes the private folder; starts nothing yet. */
export function openRendererProcess(options: RendererOptions): RendererProcess {
  const { log } = options;
  // In development Next writes its build beside the sources, which belong to whoever develops.
  const isUnprivileged = process.getuid?.() === 0 && !options.isDev;
  const folder = makeFolder(isUnprivileged, log);
  const crashes = createCrashCount();
  let running: Running | null = null;
  let lastEnd: Promise<void> = Promise.resolve();
  let users = 0;
  let idleTimer: NodeJS.Timeout | null = null;
  let isClosing = false;

  const start = (): Running => {
    const started = startRenderer(options, { folder, isUnprivileged, log });
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
    async afterLoss(signal) {
      const lost = running;
      if (lost !== null) await Promise.race([lost.ended, delay(EXIT_SEEN_MS, signal)]);
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
      folder.remove();
    },
  };
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
