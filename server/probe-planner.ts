import type { KubeletPod } from './contract/kubelet-pod.ts';
import type { PodDetail } from './contract/pod.ts';
import type { ContainerStatus, Image } from './contract/runtime-objects.ts';
import { valueOr } from './contract/section.ts';
import { CriError } from './cri/cri-error.ts';
import { readConfig } from './cri/read-config.ts';
import type { NodeReach } from './node-reach.ts';
import { probeCommands } from './probe/plan/commands.ts';
import { compareWithPod } from './probe/plan/compare.ts';
import { planProbe } from './probe/plan/plan-probe.ts';
import { redactRequest } from './probe/plan/redact-request.ts';
import { stoppedContainer } from './probe/plan/stopped-container.ts';
import { templateFor } from './probe/plan/template.ts';
import type { NamedPod } from './probe/probe-node.ts';
import type { ProbePlanner } from './probe/probes-parts.ts';
import type { Runtime } from './runtime.ts';

/** Without it the mounts of a container that runs are not known; a page does not wait longer for them. */
const STATUS_MS = 2_000;

/** What is known of a stuck pod. */
interface KnownPod {
  readonly detail: PodDetail;
  readonly kubeletPod: KubeletPod | null;
  readonly status: ContainerStatus | null;
  readonly images: readonly Image[];
}

/** What is worked out about probes from the contract alone, and from what is known of a stuck pod. */
export function createPlanner(
  runtime: Pick<Runtime, 'pod'>,
  reach: Pick<NodeReach, 'snapshot' | 'cri'>,
): ProbePlanner {
  const find = (pod: NamedPod, container: string | null, signal: AbortSignal) =>
    findPod({ runtime, reach, pod, container, signal });
  return {
    plan: planProbe,
    readConfig,
    redact: redactRequest,
    commands: probeCommands,
    async template({ pod, container, mayUsePrivileges }, signal) {
      const known = await find(pod, container, signal);
      if (known === null) return null;
      const runtimeClasses = valueOr(reach.snapshot().kube.runtimeClasses, []);
      return templateFor({ ...known, container, runtimeClasses, mayUsePrivileges });
    },
    async compare({ steps }, plan, beside, signal) {
      const { container } = beside;
      const known = await find(beside, container, signal);
      return known === null ? null : compareWithPod({ ...known, plan, steps, container });
    },
  };
}

async function findPod(asked: {
  readonly runtime: Pick<Runtime, 'pod'>;
  readonly reach: Pick<NodeReach, 'snapshot' | 'cri'>;
  readonly pod: NamedPod;
  readonly container: string | null;
  readonly signal: AbortSignal;
}): Promise<KnownPod | null> {
  const { runtime, reach, pod, container, signal } = asked;
  const { namespace, name, uid } = pod;
  const detail = await runtime.pod({ namespace, name, uid }, { signal });
  if (detail === null) return null;
  const { kubeletPods, images, containerStatuses } = reach.snapshot();
  const kubeletPod = valueOr(kubeletPods, []).find((one) =>
    detail.uid === null ? one.namespace === namespace && one.name === name : one.uid === detail.uid,
  );
  const id = stoppedContainer(detail, container)?.id ?? null;
  const status = id === null ? null : (containerStatuses[id] ?? (await ask(reach, id, signal)));
  return { detail, kubeletPod: kubeletPod ?? null, status, images: valueOr(images, []) };
}

async function ask(
  { cri }: Pick<NodeReach, 'cri'>,
  id: string,
  signal: AbortSignal,
): Promise<ContainerStatus | null> {
  try {
    return await cri.containers.status(id, { signal, deadlineMs: STATUS_MS });
  } catch (error) {
    if (error instanceof CriError) return null;
    throw error;
  }
}
