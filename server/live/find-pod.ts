import type { PodDetail } from '../contract/pod.ts';
import type { PodRef } from '../runtime.ts';
import type { Judgement } from './judgement.ts';

/** The pod that is meant: that uid, or the newest of that name, with the uids of its namesakes told. Null: no such pod. */
export function findPod(judgement: Judgement, ref: PodRef): PodDetail | null {
  const named = [...judgement.details.values()].filter(
    (pod) => pod.namespace === ref.namespace && pod.name === ref.name,
  );
  const found =
    ref.uid === null
      ? named.reduce<PodDetail | null>(
          (best, pod) => (best === null || isNewer(pod, best) ? pod : best),
          null,
        )
      : (named.find((pod) => pod.uid === ref.uid) ?? null);
  if (found === null || named.length === 1) return found;
  const namesakes = named.flatMap((pod) => (pod === found || pod.uid === null ? [] : [pod.uid]));
  return { ...found, namesakes };
}

function isNewer(a: PodDetail, b: PodDetail): boolean {
  return (a.createdAt ?? '') > (b.createdAt ?? '');
}
