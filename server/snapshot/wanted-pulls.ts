import type { CallRecord } from '../contract/journal.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Image } from '../contract/runtime-objects.ts';
import type { Section } from '../contract/section.ts';
import type { WantedPull } from './pull-reading.ts';

/** What the pulls in flight are known from. */
export interface PullHints {
  readonly calls: Section<readonly CallRecord[]>;
  readonly kubeletPods: Section<readonly KubeletPod[]>;
  readonly images: Section<readonly Image[]>;
}

/**
 * The pulls that seem to be in flight: calls without an end, those beyond doubt first. Where the runtime's log cannot be
 * read: the images that kubelet's waiting containers need and the node does not have.
 */
export function wantedPulls({ calls, kubeletPods, images }: PullHints): readonly WantedPull[] {
  if (calls.available) return openPulls(calls.value);
  return kubeletPods.available && images.available
    ? missingImages(kubeletPods.value, images.value)
    : [];
}

function openPulls(calls: readonly CallRecord[]): readonly WantedPull[] {
  const open = calls.filter((call) => call.call === 'PullImage' && call.outcome === 'open');
  const sure = open.filter((call) => call.doubt === undefined);
  return [...sure, ...open.filter((call) => call.doubt !== undefined)].flatMap(
    ({ imageRef, beganAtMs }) => (imageRef === null ? [] : [{ imageRef, beganAtMs }]),
  );
}

function missingImages(
  pods: readonly KubeletPod[],
  images: readonly Image[],
): readonly WantedPull[] {
  const present = new Set(images.flatMap(({ id, tags, digests }) => [id, ...tags, ...digests]));
  const missing = new Set<string>();
  for (const { containers } of pods) {
    for (const { image, state } of containers) {
      const isBeingMade = state.kind === 'waiting' && state.reason === 'ContainerCreating';
      if (isBeingMade && !present.has(image)) missing.add(image);
    }
  }
  return [...missing].map((imageRef) => ({ imageRef, beganAtMs: null }));
}
