import type { LeftProcess, StartedProcess } from '../contract/started-process.ts';
import type { StreamsNode } from './streams-node.ts';

/** 4 s for hangup, kill and the look after them. */
const END_MS = 4_000;
/** 3 s for a kill from within the container. */
const INNER_KILL_SECONDS = 3;

type EndingNode = Pick<StreamsNode, 'processes'> & {
  readonly cri: Pick<StreamsNode['cri'], 'streaming'>;
};

/** Ends a process that was started in a container; answers what could not be ended as a sentence, null for nothing. */
export async function endStarted(node: EndingNode, found: StartedProcess): Promise<string | null> {
  const signal = AbortSignal.timeout(END_MS);
  try {
    const left = await node.processes.end(found, signal);
    if (left.length === 0) return null;
    await killWithin(node, { found, left }, signal);
    return toLeftSentence(await node.processes.left(found));
  } catch (error) {
    if (!signal.aborted) throw error;
    return toLeftSentence(await node.processes.left(found));
  }
}

/** From a pod of our own we see the node's processes and may not signal them; the runtime may, in the container. */
async function killWithin(
  { cri }: EndingNode,
  asked: { readonly found: StartedProcess; readonly left: readonly LeftProcess[] },
  signal: AbortSignal,
): Promise<void> {
  const { found, left } = asked;
  const pids = left.flatMap(({ innerPid }) => (innerPid === null ? [] : [String(innerPid)]));
  if (pids.length < left.length) return;
  const command = ['kill', '-KILL', ...pids];
  const request = {
    containerId: found.containerId,
    command,
    timeoutSeconds: INNER_KILL_SECONDS,
  };
  await cri.streaming.execSync(request, { signal }).catch((error: unknown) => {
    // Without such a program in the image the processes stay, and are told.
    if (!(error instanceof Error)) throw error;
  });
}

/** What goes on, and how it is ended; null for nothing. */
export function toLeftSentence(left: readonly LeftProcess[]): string | null {
  if (left.length === 0) return null;
  const names = left.map(({ pid, command }) => `${command} (process ${pid} of the node)`);
  const verb = left.length === 1 ? 'goes' : 'go';
  const pids = left.map(({ pid }) => pid).join(' ');
  return `${names.join(', ')} still ${verb} on; on the node, kill ${pids} ends that.`;
}
