import type { CallRecord } from '../contract/journal.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';

/**
 * Whether some pull seems to be going on: a pull that began and did not end, or a ready sandbox without a container.
 * Accepted: a pod that waits for its first container for another reason is taken for one that pulls.
 */
export function seemsToPull(
  calls: readonly CallRecord[],
  sandboxes: readonly Sandbox[],
  containers: readonly Container[],
): boolean {
  if (calls.some((record) => record.call === 'PullImage' && record.outcome === 'open')) return true;
  const used = new Set(containers.map((container) => container.sandboxId));
  return sandboxes.some((sandbox) => sandbox.state === 'ready' && !used.has(sandbox.id));
}
