import { stripControl } from '../lib/strip-control.ts';
import type { ExitStatus } from './exit-status.ts';
import { brokenPath } from './open-runtime-stream.ts';
import { saysNoCommand, saysNothing, saysNotRunning, toRuntimeRefusal } from './runtime-refusal.ts';
import { type Ending, StreamFailed } from './stream-failed.ts';
import type { StreamsNode } from './streams-node.ts';

/** 5 s for the runtime to say how the container is. */
const LOOK_MS = 5_000;
const RUNC_FAILED = 255;
const RUNC_WORDS = /exec failed: unable to start container process|OCI runtime exec failed|crun: /;
/** Exit codes above this are 128 and the number of the signal that ended the process. */
const SIGNAL_BASE = 128;
const SIGNALS: Readonly<Record<number, string>> = {
  1: 'HUP',
  2: 'INT',
  6: 'ABRT',
  9: 'KILL: by somebody, or by the kernel for want of memory',
  11: 'SEGV',
  13: 'PIPE',
  15: 'TERM',
};

/** What the end of a terminal's stream means. Rejects only with faults of ours. */
export async function explainClose(
  node: StreamsNode,
  closed: {
    readonly request: { readonly kind: 'exec' | 'attach'; readonly containerId: string };
    readonly exit: ExitStatus | null;
    readonly tail: string;
  },
): Promise<Ending> {
  const { request, exit } = closed;
  if (exit !== null && exit.exitCode !== null && request.kind === 'exec') {
    const words = closed.tail.trim();
    // CRI-O starts a command that is not there all the same: its words are output, and the code is that of runc.
    if (exit.exitCode === RUNC_FAILED && RUNC_WORDS.test(words) && saysNoCommand(words)) {
      return { reason: 'no-command', detail: stripControl(words), nextChecks: [] };
    }
    return { reason: 'exited', detail: signalWords(exit.exitCode), nextChecks: [] };
  }
  if (exit?.error != null) return refusedEnding(exit.error);
  const signal = AbortSignal.timeout(LOOK_MS);
  const container = await containerEnding(node, request.containerId, signal);
  if (container !== null) return container;
  if (exit !== null) return { reason: 'exited', detail: null, nextChecks: [] };
  const call = request.kind === 'exec' ? 'Exec' : 'Attach';
  return (await brokenPath(node, { call, containerId: request.containerId }, signal)).ending;
}

/** The runtime took the stream and then could not start the command. */
function refusedEnding(words: string): Ending {
  if (saysNoCommand(words)) return { reason: 'no-command', detail: words, nextChecks: [] };
  const isGone = saysNotRunning({
    grpcCode: /code = NotFound/.test(words) ? 'NOT_FOUND' : '',
    words,
  });
  return { reason: isGone ? 'container-gone' : 'runtime-refused', detail: words, nextChecks: [] };
}

/** Null while the container runs, or when nobody can say. */
async function containerEnding(
  { cri }: StreamsNode,
  containerId: string,
  signal: AbortSignal,
): Promise<Ending | null> {
  try {
    const status = await cri.containers.status(containerId, { signal, deadlineMs: LOOK_MS });
    if (status.state === 'running') return null;
    const { exitCode, reason } = status;
    const why = reason === '' ? '' : ` (${reason})`;
    const detail = `The container itself ended, with exit code ${exitCode}${why}.`;
    return { reason: 'container-gone', detail, nextChecks: [] };
  } catch (error) {
    const refusal = toRuntimeRefusal(error);
    if (refusal === null) throw error;
    if (refusal.grpcCode !== 'NOT_FOUND') return null;
    return { reason: 'container-gone', detail: 'The container was removed.', nextChecks: [] };
  }
}

function signalWords(exitCode: number): string | null {
  const name = exitCode > SIGNAL_BASE ? SIGNALS[exitCode - SIGNAL_BASE] : undefined;
  return name === undefined ? null : `It was ended by signal ${name}.`;
}

/** An end to tell a person; null for a fault of ours. */
export function toStreamFailed(error: unknown): StreamFailed | null {
  if (error instanceof StreamFailed) return error;
  const refusal = toRuntimeRefusal(error);
  if (refusal === null) return null;
  const { words } = refusal;
  if (saysNotRunning(refusal)) return new StreamFailed('container-gone', words);
  return new StreamFailed(saysNothing(refusal) ? 'runtime-gone' : 'runtime-refused', words);
}
