import { explainPath, judgeExecSync, type PathFacts } from './explain-path.ts';
import { toRuntimeRefusal } from './runtime-refusal.ts';
import {
  connectRuntimeStream,
  type RuntimeStream,
  RuntimeStreamError,
  type RuntimeStreamHandlers,
} from './runtime-stream.ts';
import { StreamFailed } from './stream-failed.ts';
import type { StreamsNode } from './streams-node.ts';

/** 10 s for the runtime to name an address: it starts nothing yet. */
const ADDRESS_MS = 10_000;
/** 5 s for a command that does nothing. */
const PROOF_SECONDS = 5;

export interface RuntimeTarget {
  readonly call: PathFacts['call'];
  /** Null for a pod: nothing runs there that could prove the rest of the way. */
  readonly containerId: string | null;
  /** Asks the runtime for the address. */
  ask(options: { readonly signal: AbortSignal; readonly deadlineMs: number }): Promise<string>;
}

/**
 * Opens a stream of the runtime. Rejects with StreamFailed, which says what part of the way is broken; to know that, it
 * tries whether a command runs in the container at all.
 */
export async function openRuntimeStream(
  node: StreamsNode,
  target: RuntimeTarget,
  handlers: RuntimeStreamHandlers,
  signal: AbortSignal,
): Promise<RuntimeStream> {
  try {
    const url = await target.ask({ signal, deadlineMs: ADDRESS_MS });
    return await connectRuntimeStream(url, handlers);
  } catch (error) {
    const told = toFacts(error);
    if (told === null) throw error;
    throw await failedPath(node, { ...told, call: target.call }, target.containerId, signal);
  }
}

/** The end of a stream that broke without saying how what ran there ended. */
export async function brokenPath(
  node: StreamsNode,
  target: Pick<RuntimeTarget, 'call' | 'containerId'>,
  signal: AbortSignal,
): Promise<StreamFailed> {
  const told = {
    ...NOTHING_TOLD,
    step: 'broken',
    words: 'the connection ended',
    call: target.call,
  } as const;
  return failedPath(node, told, target.containerId, signal);
}

type Told = Omit<PathFacts, 'execSync' | 'isInNodeNetwork' | 'call'>;

const NOTHING_TOLD = { grpcCode: null, at: null, systemCode: null, httpStatus: null } as const;

function toFacts(error: unknown): Told | null {
  if (error instanceof RuntimeStreamError) {
    const { step, at, code: systemCode, httpStatus, message: words } = error;
    return { step, words, grpcCode: null, at, systemCode, httpStatus };
  }
  const refusal = toRuntimeRefusal(error);
  return refusal === null ? null : { ...NOTHING_TOLD, step: 'call', ...refusal };
}

async function failedPath(
  node: StreamsNode,
  told: Omit<PathFacts, 'execSync' | 'isInNodeNetwork'>,
  containerId: string | null,
  signal: AbortSignal,
): Promise<StreamFailed> {
  const execSync = containerId === null ? null : await tryExecSync(node, containerId, signal);
  const { reason, detail, nextChecks } = explainPath({
    ...told,
    execSync,
    isInNodeNetwork: node.isInNodeNetwork(),
  });
  return new StreamFailed(reason, detail, nextChecks);
}

async function tryExecSync(
  { cri }: StreamsNode,
  containerId: string,
  signal: AbortSignal,
): Promise<PathFacts['execSync']> {
  try {
    const request = { containerId, command: ['true'], timeoutSeconds: PROOF_SECONDS };
    const { isTimedOut } = await cri.streaming.execSync(request, { signal });
    return isTimedOut
      ? { works: false, isSilent: false, words: 'it did not end' }
      : judgeExecSync(null);
  } catch (error) {
    const refusal = toRuntimeRefusal(error);
    if (refusal === null) throw error;
    return judgeExecSync(refusal);
  }
}
