import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimSandbox } from '../model/objects.ts';
import { removeContainer } from '../runtime/container-calls.ts';
import { removePodSandbox, stopPodSandbox } from '../runtime/sandbox-calls.ts';
import type { ContainerEnds } from '../wire/container-ends.ts';

/** kubelet's housekeeping. */
const LOOK_EVERY_MS = 2_000;
/** The least grace it gives, and all that pods get that nobody told it of. */
const GRACE_MS = 2_000;
/** Its collection of what has ended comes once a minute; half of that on average. */
const COLLECT_AFTER_MS = 30_000;

/** kubelet ends pods that it does not know, whoever made them, and takes away what is left of them. */
export function* removeUnknownPods(node: SimNode, ends: ContainerEnds): Work {
  const seen = new Set<string>();
  for (;;) {
    yield LOOK_EVERY_MS;
    for (const sandbox of node.store.sandboxes.values()) {
      if (node.pods.has(sandbox.uid) || seen.has(sandbox.id)) continue;
      seen.add(sandbox.id);
      node.clock.spawn(removeUnknown(node, ends, sandbox));
    }
  }
}

function* removeUnknown(node: SimNode, ends: ContainerEnds, sandbox: SimSandbox): Work {
  for (const container of node.store.containersOf(sandbox.id))
    yield* ends.stop(container, GRACE_MS);
  if (sandbox.isReady) yield* stopPodSandbox(node, sandbox, false);
  yield COLLECT_AFTER_MS;
  for (const container of node.store.containersOf(sandbox.id)) {
    yield* removeContainer(node, container);
  }
  if (!node.store.sandboxes.has(sandbox.id)) return;
  yield* removePodSandbox(node, sandbox);
  if (sandbox.logDirectory !== '') node.podLogs.removePodDirectory(sandbox.logDirectory);
}
