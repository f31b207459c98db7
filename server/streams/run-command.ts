import {
  type CommandRequest,
  type CommandResult,
  MAX_COMMAND_OUTPUT_BYTES,
} from '../contract/ticket.ts';
import type { Streaming } from '../cri/cri.ts';
import { AppError } from '../http/app-error.ts';
import { saysNoCommand, saysNotRunning, toRuntimeRefusal } from './runtime-refusal.ts';

/** Runs a command to its end. Rejects with AppError for what the runtime refuses. */
export async function runCommand(
  streaming: Streaming,
  asked: { readonly containerId: string; readonly request: CommandRequest },
  signal: AbortSignal,
): Promise<CommandResult> {
  const startedAtMs = performance.now();
  const { containerId, request } = asked;
  try {
    const outcome = await streaming.execSync({ containerId, ...request }, { signal });
    const [stdout, stderr] = [toText(outcome.stdout), toText(outcome.stderr)];
    return {
      exitCode: outcome.exitCode,
      stdout: stdout.text,
      stderr: stderr.text,
      truncated: stdout.isCut || stderr.isCut,
      timedOut: outcome.isTimedOut,
      durationMs: Math.round(performance.now() - startedAtMs),
    };
  } catch (error) {
    throw toAppError(error);
  }
}

/** A refusal of the runtime as the API tells it; any other error as it is. */
function toAppError(error: unknown): unknown {
  const refusal = toRuntimeRefusal(error);
  if (refusal === null) return error;
  const { grpcCode, words } = refusal;
  if (grpcCode === 'UNAVAILABLE' || grpcCode === 'DEADLINE_EXCEEDED') {
    return new AppError('runtime-unavailable', { detail: words, cause: error });
  }
  if (saysNotRunning(refusal)) return new AppError('not-found', { detail: words, cause: error });
  if (saysNoCommand(words)) {
    const detail = `the command cannot be started: ${words}`;
    return new AppError('bad-request', { detail, cause: error });
  }
  if (grpcCode === 'RESOURCE_EXHAUSTED') {
    const detail = `the command wrote more than the runtime can answer at once (16 MiB): ${words}`;
    return new AppError('payload-too-large', { detail, cause: error });
  }
  return new AppError('runtime-refused', { detail: words, cause: error });
}

/** Control sequences stay: the page shows them as text or colours, as in logs. */
function toText(bytes: Uint8Array): { readonly text: string; readonly isCut: boolean } {
  const kept = Buffer.from(bytes).subarray(0, MAX_COMMAND_OUTPUT_BYTES);
  return { text: kept.toString('utf8'), isCut: bytes.length > MAX_COMMAND_OUTPUT_BYTES };
}
