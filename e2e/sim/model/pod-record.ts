import type { SimContainer, SimSandbox } from './objects.ts';
import type { ContainerPlan, PodPlan } from './scenario.ts';

/** How a container ended, kept by kubelet after the runtime's record is gone. */
export interface TerminatedRecord {
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly containerId: string;
}

/** kubelet's knowledge of one container. */
export interface ContainerRecord {
  readonly plan: ContainerPlan;
  readonly type: 'init' | 'sidecar' | 'app';
  waiting: { reason: string; message: string } | null;
  current: SimContainer | null;
  last: TerminatedRecord | null;
  restartCount: number;
  isReady: boolean;
  /** Its first try is over, however it went: the next container may begin. */
  isTried: boolean;
  isDone: boolean;
}

/** kubelet's knowledge of one pod. */
export interface PodRecord {
  readonly plan: PodPlan;
  readonly uid: string;
  readonly boundAtMs: number;
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  reason: string | null;
  message: string | null;
  sandbox: SimSandbox | null;
  sandboxAttempt: number;
  readonly containers: readonly ContainerRecord[];
  deletionAtMs: number | null;
  /** Latest change of the Ready condition. */
  readyChangedAtMs: number;
}

/** name_namespace(uid), as kubelet's messages name a pod. */
export function podTag(pod: PodRecord): string {
  return `${pod.plan.name}_${pod.plan.namespace}(${pod.uid})`;
}

export function podRef(pod: PodRecord): string {
  return `${pod.plan.namespace}/${pod.plan.name}`;
}
