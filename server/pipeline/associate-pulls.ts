import type { AssociatedPull } from './assemble-containers.ts';
import type { PodSources } from './pod-sources.ts';
import type { SnapshotIndex } from './snapshot-index.ts';

/** Ties pulls to pods by time where no source names the image. */
export function associatePulls(
  _sources: readonly PodSources[],
  _index: SnapshotIndex,
): ReadonlyMap<string, AssociatedPull> {
  return new Map();
}
