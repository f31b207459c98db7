// @ts-check
import { spawn } from 'node:child_process';

/** 5 s: enough for a test runner to close its servers after SIGTERM. */
const GRACE_MS = 5_000;
/** 256 KiB: the end of a step's output, where runners print their counts. */
const TAIL_CHARS = 256 * 1024;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends a child and everything it started: the child leads a process group of its own. */
function killGroup(
  /** @type {import('node:child_process').ChildProcess} */ child,
  /** @type {NodeJS.Signals} */ signal,
) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the whole group has ended by itself.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

let isStopping = false;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    isStopping = true;
    for (const child of running) killGroup(child, 'SIGTERM');
    setTimeout(() => {
      for (const child of running) killGroup(child, 'SIGKILL');
      process.exit(130);
    }, GRACE_MS / 5);
  });
}

/**
 * Runs a command without a shell and without stdin, passes its output through, and resolves with how it ended. Never
 * rejects: a command that cannot be started ends with code 127.
 *
 * @param {readonly string[]} command
 * @param {{ timeoutMs: number, env?: Record<string, string>, quiet?: boolean }} options
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, timedOut: boolean, output: string }>}
 */
export function runCommand(command, { timeoutMs, env = {}, quiet = false }) {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    // We are being stopped and exit in a moment: start nothing more.
    if (isStopping) return;
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      detached: true,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    const keep = (/** @type {Buffer} */ chunk, /** @type {NodeJS.WriteStream} */ target) => {
      output = (output + chunk.toString('utf8')).slice(-TAIL_CHARS);
      if (!quiet) target.write(chunk);
    };
    child.stdout.on('data', (chunk) => keep(chunk, process.stdout));
    child.stderr.on('data', (chunk) => keep(chunk, process.stderr));
    const hardKill = () => killGroup(child, 'SIGKILL');
    /** @type {NodeJS.Timeout | undefined} */
    let fuse;
    const limit = setTimeout(() => {
      timedOut = true;
      killGroup(child, 'SIGTERM');
      fuse = setTimeout(hardKill, GRACE_MS);
    }, timeoutMs);
    const finish = (
      /** @type {number} */ code,
      /** @type {NodeJS.Signals | null} */ signal = null,
    ) => {
      clearTimeout(limit);
      clearTimeout(fuse);
      running.delete(child);
      // What a step leaves behind would hold ports and sockets of the next one.
      hardKill();
      resolve({ code, signal, timedOut, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      process.stderr.write(`${error.message}\n`);
      finish(127);
    });
    child.once('exit', (code, signal) => {
      // Pipes held open by a grandchild must not keep us: give the rest of the output a moment, then go on.
      const done = setTimeout(() => finish(code ?? 1, signal), 500);
      child.once('close', () => {
        clearTimeout(done);
        finish(code ?? 1, signal);
      });
    });
  });
}
