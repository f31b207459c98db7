import { PROBE_LABELS, PROBE_MARK, PROBE_NAMESPACE } from '../contract/probe-words.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import type { CallOptions } from '../cri/cri.ts';
import type { ProbeCri } from './probe-node.ts';

/** kubelet always writes one of these, whatever labels a pod bears; a probe never does. */
const KUBELET_ANNOTATIONS = [
  'kubernetes.io/config.source',
  'io.kubernetes.container.hash',
] as const;

/** What is on the runtime because of probes: one of them, or all. */
export interface OurObjects {
  readonly sandboxes: readonly Sandbox[];
  readonly containers: readonly Container[];
}

/** Lists what bears a probe's labels; with an id, of that one only. Anybody can write a label, so kubelet's are left out. */
export async function listOurs(
  cri: ProbeCri,
  id: string | null,
  options: CallOptions,
): Promise<OurObjects> {
  const labels =
    id === null ? { [PROBE_MARK.label]: PROBE_MARK.value } : { [PROBE_LABELS.probe]: id };
  const [sandboxes, containers] = await Promise.all([
    cri.sandboxes.list({ ...options, labels }),
    cri.containers.list({ ...options, labels }),
  ]);
  // A runtime that does not filter must not make us remove what is not ours.
  const bears = (item: Pick<Sandbox, 'labels'>) =>
    Object.entries(labels).every(([name, value]) => item.labels[name] === value);
  return {
    sandboxes: sandboxes.filter((one) => bears(one) && isOurPod(one)),
    containers: containers.filter((one) => bears(one) && !isKubelets(one)),
  };
}

/** A pod that somebody labels like ours is kubelet's all the same. */
function isKubelets({ annotations }: Pick<Sandbox, 'annotations'>): boolean {
  return KUBELET_ANNOTATIONS.some((name) => Object.hasOwn(annotations, name));
}

function isOurPod(sandbox: Sandbox): boolean {
  const id = sandbox.labels[PROBE_LABELS.probe] ?? '';
  return (
    !isKubelets(sandbox) &&
    sandbox.namespace === PROBE_NAMESPACE &&
    sandbox.name === probePodName(id)
  );
}

/** The name of a probe's pod. */
export function probePodName(id: string): string {
  return `probe-${id}`;
}
