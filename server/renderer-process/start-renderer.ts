import { type ChildProcess, spawn } from 'node:child_process';
import type { Log } from '../log.ts';
import { isOpenToAll } from './open-to-all.ts';
import { logOutput } from './output-log.ts';
import type { PrivateFolder } from './private-folder.ts';
import { UNPRIVILEGED_ID } from './unprivileged-id.ts';

/** Measured: half the memory of the defaults for the same pages. */
const MEMORY_FLAGS = ['--max-old-space-size=96', '--max-semi-space-size=1'];
const UNSHARE = ['unshare', '--mount', '--propagation', 'private'];

export interface RendererScript {
  /** The script to run: dist/renderer.mjs, or server/renderer.ts in development. */
  readonly entry: string;
  /** The script that drops root inside a view of the project, for projects in a folder that is closed to others. */
  readonly enterEntry: string;
  readonly projectRoot: string;
  /** "" or "/prefix". */
  readonly basePath: string;
  readonly isDev: boolean;
}

export interface StartOptions {
  readonly folder: PrivateFolder;
  readonly isUnprivileged: boolean;
  readonly log: Log;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

interface Launch {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** Starts the renderer; `ready` resolves when it takes requests. */
export function startRenderer(script: RendererScript, options: StartOptions): Running {
  const { folder, isUnprivileged, log } = options;
  folder.removeRendererSocket();
  const { command, env, identity } = toLaunch(script, options);
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd: script.projectRoot,
    // Nothing of ours: neither tokens nor the runtime's endpoint are in its environment.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      NODE_ENV: script.isDev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Each thread of the pool would otherwise keep freed memory of its own.
      MALLOC_ARENA_MAX: '1',
      CRI_TRIAGE_BASE_PATH: script.basePath,
      CRI_TRIAGE_DEV: script.isDev ? '1' : '0',
      CRI_TRIAGE_RENDERER_SOCKET: folder.rendererSocket,
      CRI_TRIAGE_API_SOCKET: folder.apiSocket,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...identity,
  });
  logOutput([child.stdout, child.stderr], log);
  return follow(child, { log, uid: isUnprivileged ? UNPRIVILEGED_ID : process.getuid?.() });
}

/**
 * As another user at once where that user can read the project; else by way of a mount namespace in which the project
 * stands in a folder open to all (a clone below /root, or in a folder made by mktemp).
 */
function toLaunch(script: RendererScript, { isUnprivileged, folder }: StartOptions): Launch {
  const { entry } = script;
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const node = [process.execPath, ...(script.isDev ? [] : MEMORY_FLAGS), ...loader];
  if (!isUnprivileged) return { command: [...node, entry], env: {}, identity: {} };
  if (isOpenToAll(script.projectRoot) && isOpenToAll(process.execPath)) {
    return {
      command: [...node, entry],
      env: {},
      identity: { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID },
    };
  }
  return {
    command: [...UNSHARE, ...node, script.enterEntry],
    env: { CRI_TRIAGE_APP_ROOT: folder.appRoot, CRI_TRIAGE_RENDERER_ENTRY: entry },
    identity: {},
  };
}

function follow(
  child: ChildProcess,
  about: { readonly log: Log; readonly uid: number | undefined },
): Running {
  const { log, uid } = about;
  const startedAtMs = performance.now();
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
      log.info({ pid: child.pid, uid, tookMs }, 'the renderer is up');
      resolve();
    });
  });
  // Whoever waits hears of a failed start; nobody waiting is no reason to end the server.
  ready.catch(() => undefined);
  return { process: child, ready, ended };
}
