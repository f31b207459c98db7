import type { Evidence } from '../contract/evidence.ts';
import type { PodDetail, StageCell } from '../contract/pod.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Who told the pods that are wanted, where it was not kubelet's port. */
interface Teller {
  readonly source: Evidence['source'];
  readonly call: string;
}

const BY_KUBE: Teller = { source: 'kube', call: 'GET /api/v1/pods' };
const BY_SOCKET: Teller = { source: 'kubelet', call: 'ListPods' };
const BY_PORT = 'GET /pods';

function tellerOf({ kubeletPods, kubeletPodsBy, kube }: NodeSnapshot): Teller | null {
  if (kubeletPods.available) return kubeletPodsBy === 'socket' ? BY_SOCKET : null;
  return kube.pods.available ? BY_KUBE : null;
}

function relabel<T extends { readonly evidence: readonly Evidence[] }>(
  item: T,
  { source, call }: Teller,
): T {
  const isTold = (one: Evidence): boolean =>
    one.source === 'kubelet' && one.where.startsWith(BY_PORT);
  if (!item.evidence.some(isTold)) return item;
  const evidence = item.evidence.map((one) =>
    isTold(one) ? { ...one, source, where: call + one.where.slice(BY_PORT.length) } : one,
  );
  return { ...item, evidence };
}

function relabelCell(cell: StageCell, teller: Teller): StageCell {
  const named = relabel(cell, teller);
  if (named.steps === undefined) return named;
  return { ...named, steps: named.steps.map((step) => relabel(step, teller)) };
}

function relabelPod(pod: PodDetail, teller: Teller): PodDetail {
  const { differences } = pod;
  return {
    ...pod,
    verdict: relabel(pod.verdict, teller),
    stages: pod.stages.map((cell) => relabelCell(cell, teller)),
    ...(differences === undefined
      ? {}
      : { differences: differences.map((item) => relabel(item, teller)) }),
  };
}

/**
 * The diagnosis with each quoted pod status ascribed to whom it was read from: stages quote "kubelet, GET /pods" wherever a
 * status speaks, and here, in one place, that becomes the API server or kubelet's socket where those were asked instead.
 */
export function toldByWhom(snapshot: NodeSnapshot, diagnosis: Diagnosis): Diagnosis {
  const teller = tellerOf(snapshot);
  if (teller === null) return diagnosis;
  return {
    ...diagnosis,
    pods: diagnosis.pods.map((pod) => relabelPod(pod, teller)),
    findings: diagnosis.findings.map((finding) => relabel(finding, teller)),
  };
}
