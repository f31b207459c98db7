import type { CommandOutcome, ExecRequest } from '../cri.ts';
import { CriError } from '../cri-error.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** 5 s on top of the command's own time: for the runtime to start it, end it and answer. */
const ANSWER_MS = 5_000;
const NOTHING = new Uint8Array();
/** How CRI-O tells it: as an answer, with exit code -1 and these words as error output. */
const CRIO_TIMED_OUT = 'command timed out';

/**
 * Runs a command to its end. That it took too long is told alike, though containerd answers DEADLINE_EXCEEDED and CRI-O
 * an exit code of -1.
 */
export async function execSync(
  rpc: Rpc,
  request: Omit<ExecRequest, 'tty'> & { readonly timeoutSeconds: number },
  options: RpcOptions,
): Promise<CommandOutcome> {
  const { containerId, command, timeoutSeconds } = request;
  try {
    const answer = await rpc.call(
      RuntimeService.method.execSync,
      { containerId, cmd: [...command], timeout: BigInt(timeoutSeconds) },
      { deadlineMs: timeoutSeconds * 1_000 + ANSWER_MS, ...options },
    );
    const { exitCode, stdout, stderr } = answer;
    if (exitCode !== -1 || !toText(stderr).includes(CRIO_TIMED_OUT)) {
      return { exitCode, isTimedOut: false, stdout, stderr };
    }
    return { exitCode: null, isTimedOut: true, stdout, stderr: withoutNote(stderr) };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return { exitCode: null, isTimedOut: true, stdout: NOTHING, stderr: NOTHING };
  }
}

/** The runtime's own deadline for the command; ours reads "no answer within …" and is no answer at all. */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof CriError && error.isDeadline && !error.details.startsWith('no answer within')
  );
}

function withoutNote(stderr: Uint8Array): Uint8Array {
  const text = toText(stderr);
  return Buffer.from(text.slice(0, text.lastIndexOf(CRIO_TIMED_OUT)), 'latin1');
}

/** A byte a character: what the command wrote need not be UTF-8. */
function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
