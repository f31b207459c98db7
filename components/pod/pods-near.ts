import type { PodRow } from '../../server/contract/pod.ts';

/** Enough to see the one that took its place. */
const MAX_NEAR = 3;

type PodRef = Pick<PodRow, 'namespace' | 'name' | 'uid'>;

/** Pods of this node that a person may have meant: of the same namespace, with a name that begins so. */
export function podsNear(meant: PodRef, pods: readonly PodRow[]): readonly PodRow[] {
  const stem = meant.name.split('-')[0] ?? meant.name;
  return pods
    .filter(
      ({ namespace, name, uid }) =>
        namespace === meant.namespace &&
        name.startsWith(stem) &&
        (uid !== meant.uid || name !== meant.name),
    )
    .slice(0, MAX_NEAR);
}
