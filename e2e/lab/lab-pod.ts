import { randomUUID } from 'node:crypto';
import { IMAGES } from './lab-images.ts';

export interface LabMount {
  readonly hostPath: string;
  readonly containerPath: string;
}

/** What a test may say of a container; the rest is as in most pods. */
export interface LabContainer {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly mounts: readonly LabMount[];
  /** User name, looked up in the image; null: the image's own. */
  readonly user: string | null;
  readonly memoryLimitBytes: number | null;
  readonly imagePullPolicy: 'IfNotPresent' | 'Never';
  /** Path of a profile on the node (Localhost); null: unconfined. */
  readonly seccompProfile: string | null;
}

export interface LabPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly createdAt: Date;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly hostNetwork: boolean;
  readonly runtimeClass: string | null;
  /** The runtime handler that class leads to. */
  readonly runtimeHandler: string;
  readonly graceSeconds: number;
  readonly initContainers: readonly LabContainer[];
  readonly containers: readonly LabContainer[];
}

/** Ends at once when asked to: a teardown takes no grace period. */
const RUN_ON = ['/bin/sh', '-c', 'echo started; trap "exit 0" TERM; while :; do sleep 1; done'];

export function makeContainer(parts: Partial<LabContainer> = {}): LabContainer {
  return {
    name: 'app',
    image: IMAGES.app,
    command: RUN_ON,
    mounts: [],
    user: null,
    memoryLimitBytes: null,
    imagePullPolicy: 'IfNotPresent',
    seccompProfile: null,
    ...parts,
  };
}

/** A pod with one healthy container unless told otherwise. */
export function makePod(name: string, parts: Partial<Omit<LabPod, 'name'>> = {}): LabPod {
  return {
    namespace: 'shop',
    name,
    uid: randomUUID(),
    createdAt: new Date(),
    restartPolicy: 'Always',
    hostNetwork: false,
    runtimeClass: null,
    runtimeHandler: '',
    graceSeconds: 5,
    initContainers: [],
    containers: [makeContainer()],
    ...parts,
  };
}

/** kubelet's way to name a pod in messages: name_namespace(uid). */
export function podFullName(pod: LabPod): string {
  return `${pod.name}_${pod.namespace}(${pod.uid})`;
}

/** Below the pod log root: NAMESPACE_NAME_UID. */
export function podLogFolder(pod: LabPod): string {
  return `${pod.namespace}_${pod.name}_${pod.uid}`;
}

/** kubelet's class of a pod; we know no CPU requests, so there is no Guaranteed one. */
export function qosClass(pod: LabPod): 'BestEffort' | 'Burstable' {
  const all = [...pod.initContainers, ...pod.containers];
  return all.some((container) => container.memoryLimitBytes !== null) ? 'Burstable' : 'BestEffort';
}
