import type { LogLine } from '../contract/journal.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { syncErrors } from './kubelet-lines.ts';

/** The lists that tell of calls, by the names that calls bear, with the time each was read (0: never). */
export interface WitnessLists {
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  readonly sandboxesAtMs: number;
  readonly containers: ReadonlyMap<string, Container>;
  readonly containersAtMs: number;
  readonly kubeletPods: ReadonlyMap<string, KubeletPod>;
  readonly kubeletAtMs: number;
  /** By "namespace/name" and uid: when kubelet's log last told an error of the pod. */
  readonly troubleAtMs: ReadonlyMap<string, number>;
  readonly hasKubeletLog: boolean;
}

/** Keys them once a snapshot. */
export function witnessLists(snapshot: NodeSnapshot): WitnessLists {
  const { sandboxes, containers, kubeletPods, kubeletLog } = snapshot;
  return {
    sandboxes: new Map(valueOr(sandboxes, []).map((item) => [item.id, item])),
    sandboxesAtMs: sandboxes.available ? sandboxes.asOfMs : 0,
    containers: new Map(valueOr(containers, []).map((item) => [item.id, item])),
    containersAtMs: containers.available ? containers.asOfMs : 0,
    kubeletPods: new Map(
      valueOr(kubeletPods, []).map((pod) => [`${pod.namespace}/${pod.name}`, pod]),
    ),
    kubeletAtMs: kubeletPods.available ? kubeletPods.asOfMs : 0,
    troubleAtMs: troubles(valueOr(kubeletLog, [])),
    hasKubeletLog: kubeletLog.available,
  };
}

function troubles(lines: readonly LogLine[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  lines.forEach((line) => {
    const { pod } = line.fields as { readonly pod?: string };
    if (pod === undefined || line.atMs === null || syncErrors(line).length === 0) return;
    latest.set(pod, line.atMs);
  });
  return latest;
}
