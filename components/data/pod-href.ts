import { pagePaths } from '../../server/contract/paths.ts';
import type { PodRow } from '../../server/contract/pod.ts';

type PodRef = Pick<PodRow, 'namespace' | 'name' | 'uid'>;

/** Links to the pods of a list: by name, and by uid too where two bear the same name. */
export function podHrefsOf(pods: readonly PodRef[]): (pod: PodRef) => string {
  const uids = new Map<string, string | null>();
  const shared = new Set<string>();
  for (const pod of pods) {
    const name = `${pod.namespace}/${pod.name}`;
    if (uids.has(name) && uids.get(name) !== pod.uid) shared.add(name);
    uids.set(name, pod.uid);
  }
  return (pod) => {
    const isShared = shared.has(`${pod.namespace}/${pod.name}`);
    return pagePaths.pod(pod.namespace, pod.name, isShared ? pod.uid : null);
  };
}
