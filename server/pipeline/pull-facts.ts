import type { PullIntent } from '../contract/host-facts.ts';
import type { PullActivity } from '../contract/pull-activity.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { normalizeImage } from './image-ref.ts';

/** What the node tells of pulls beside the calls themselves. Images are keyed by their normalised name. */
export interface PullFacts {
  /** What the content store shows; null where the runtime does not tell. */
  readonly activities: ReadonlyMap<string, PullActivity> | null;
  /** Pulls that kubelet wrote down before it asked for them; null where that is not known. */
  readonly intents: ReadonlyMap<string, PullIntent> | null;
  /** How many pulls kubelet lets run at once; null where it sets no bound, 1 where nobody tells: its default. */
  readonly maxAtOnce: number | null;
  /** A pod that waits for the image, "namespace/name", by kubelet's word. */
  readonly waitingPods: ReadonlyMap<string, string>;
}

export const NO_PULL_FACTS: PullFacts = {
  activities: null,
  intents: null,
  maxAtOnce: 1,
  waitingPods: new Map(),
};

function byImage<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [normalizeImage(nameOf(item)), item]));
}

function maxAtOnce(snapshot: NodeSnapshot): number | null {
  const { config } = snapshot.kubelet;
  if (!config.available) return 1;
  const { serializeImagePulls, maxParallelImagePulls } = config.value;
  if (serializeImagePulls === false) return maxParallelImagePulls;
  return 1;
}

function waitingPods(snapshot: NodeSnapshot): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pod of valueOr(snapshot.kubeletPods, [])) {
    for (const { state, image } of pod.containers) {
      if (state.kind !== 'waiting' || state.reason !== 'ContainerCreating') continue;
      const key = normalizeImage(image);
      if (!found.has(key)) found.set(key, `${pod.namespace}/${pod.name}`);
    }
  }
  return found;
}

/** Gathers them once a snapshot. */
export function pullFacts(snapshot: NodeSnapshot): PullFacts {
  const { pulls, host } = snapshot;
  const { pullIntents } = host;
  return {
    activities: pulls?.available === true ? byImage(pulls.value, (pull) => pull.imageRef) : null,
    intents: pullIntents.available ? byImage(pullIntents.value, (intent) => intent.image) : null,
    maxAtOnce: maxAtOnce(snapshot),
    waitingPods: waitingPods(snapshot),
  };
}
