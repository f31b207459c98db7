import type { ProbeLimits } from './limits.ts';
import { listOurs } from './our-objects.ts';
import type { ProbeNode } from './probe-node.ts';
import type { ProbeRecord } from './probe-record.ts';

/** Ends that a runtime brings about: KILL, and TERM of a program that leaves it to the kernel. */
const STOPPED_CODES: readonly unknown[] = [137, 143];

/** Whether another hand than ours stopped or removed the probe's sandbox, or its container just before that. */
export async function isRemoved(
  parts: {
    readonly node: ProbeNode;
    readonly limits: ProbeLimits;
    readonly record: ProbeRecord;
  },
  signal: AbortSignal,
): Promise<boolean> {
  const { node, limits, record } = parts;
  if (record.sandboxId === null) return false;
  try {
    const options = { signal, deadlineMs: limits.removal.callMs };
    const { sandboxes } = await listOurs(node.cri, record.start.id, options);
    const own = sandboxes.find(({ id }) => id === record.sandboxId);
    if (own === undefined) return true;
    if (own.state === 'ready') {
      const code = record.step('Observe').response?.['exit_code'];
      if (record.containerId === null || !STOPPED_CODES.includes(code)) return false;
      return (await node.wasStopped(record.containerId, signal)) === true;
    }
    // Its own process may have died; where no log can tell, kubelet is by far the likelier.
    return (await node.wasStopped(own.id, signal)) ?? true;
  } catch (error) {
    if (signal.aborted) throw error;
    // A runtime that cannot be asked has not lost it.
    return false;
  }
}
