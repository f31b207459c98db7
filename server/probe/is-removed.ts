import type { ProbeLimits } from './limits.ts';
import { listOurs } from './our-objects.ts';
import type { ProbeNode } from './probe-node.ts';
import type { ProbeRecord } from './probe-record.ts';

/** Whether another hand than ours stopped or removed the probe's sandbox. */
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
    if (own.state === 'ready') return false;
    // Its own process may have died; where no log can tell, kubelet is by far the likelier.
    return (await node.wasStopped(own.id, signal)) ?? true;
  } catch (error) {
    if (signal.aborted) throw error;
    // A runtime that cannot be asked has not lost it.
    return false;
  }
}
