import type { QueryClient } from '@tanstack/react-query';
import type { FindingList } from '../../server/contract/finding.ts';
import { type LiveChange, podKey } from '../../server/contract/live.ts';
import type { PodList, PodRow } from '../../server/contract/pod.ts';
import { keys, type PodAnswer, type PodName } from './queries.ts';

/** Writes one message of the event stream into the cache. `watched` is the pod whose detail the stream carries. */
export function applyChange(
  client: QueryClient,
  change: LiveChange,
  watched: PodName | null,
): void {
  const { asOf, stale } = change;
  client.setQueryData(keys.node, change.node);
  client.setQueryData(keys.version, change.version);
  client.setQueryData<FindingList>(keys.findings, (old) => ({
    asOf,
    stale,
    findings: [...(change.findings ?? old?.findings ?? [])],
  }));
  client.setQueryData<PodList>(keys.pods, (old) => {
    // A difference to a list we do not have says nothing.
    if (!change.pods.complete && old === undefined) return undefined;
    const pods = mergePods(old?.pods ?? [], change.pods);
    return { asOf, stale, pods, nextCursor: null, total: pods.length };
  });
  if (watched === null) return;
  const { pod } = change;
  client.setQueryData<PodAnswer>(keys.pod(watched), (old) => {
    if (pod === 'gone') return { pod: old?.pod ?? null, isGone: true };
    if (pod !== null) return { pod, isGone: false };
    return old?.pod ? { ...old, pod: { ...old.pod, asOf, stale } } : old;
  });
}

/** The list after a message; rows that did not change keep their identity. */
function mergePods(old: readonly PodRow[], change: LiveChange['pods']): PodRow[] {
  if (change.complete) return [...change.upserted];
  const rows = new Map(old.map((row) => [podKey(row), row]));
  for (const key of change.removed) rows.delete(key);
  for (const row of change.upserted) rows.set(podKey(row), row);
  return [...rows.values()];
}
