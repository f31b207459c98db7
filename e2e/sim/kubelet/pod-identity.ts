import { createHash } from 'node:crypto';
import { createRandom } from '../engine/random.ts';
import { POD_LOG_ROOT } from '../files/pod-logs.ts';
import { toNanoTime } from '../files/time-text.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';

/** The labels and annotations that kubelet puts on a sandbox. */
export function sandboxMarks(pod: PodRecord) {
  const { name, namespace, labels = {} } = pod.plan;
  return {
    labels: {
      ...labels,
      'io.kubernetes.pod.name': name,
      'io.kubernetes.pod.namespace': namespace,
      'io.kubernetes.pod.uid': pod.uid,
    },
    annotations: podAnnotations(pod),
  };
}

/** How kubelet came to know the pod. A static pod's uid is the hash of its manifest. */
export function podAnnotations(pod: PodRecord): Record<string, string> {
  // The same digits each time: kubelet saw the pod once, and its /pods does not change between two looks.
  const seen = toNanoTime(pod.boundAtMs, createRandom(pod.uid));
  if (pod.plan.isStatic !== true) {
    return { 'kubernetes.io/config.seen': seen, 'kubernetes.io/config.source': 'api' };
  }
  return {
    'kubernetes.io/config.hash': pod.uid,
    'kubernetes.io/config.seen': seen,
    'kubernetes.io/config.source': 'file',
  };
}

/** The labels and annotations that kubelet puts on a container. */
export function containerMarks(pod: PodRecord, container: ContainerRecord, attempt: number) {
  const { name, namespace } = pod.plan;
  return {
    labels: {
      'io.kubernetes.container.name': container.plan.name,
      'io.kubernetes.pod.name': name,
      'io.kubernetes.pod.namespace': namespace,
      'io.kubernetes.pod.uid': pod.uid,
    },
    annotations: {
      'io.kubernetes.container.hash': shortHash(container.plan.image + container.plan.name),
      'io.kubernetes.container.restartCount': String(attempt),
      'io.kubernetes.container.terminationMessagePath': '/dev/termination-log',
      'io.kubernetes.container.terminationMessagePolicy': 'File',
      'io.kubernetes.pod.terminationGracePeriod': String(graceSeconds(pod)),
    },
  };
}

export function graceSeconds(pod: PodRecord): number {
  return pod.plan.deletion?.graceSeconds ?? 30;
}

export function logDirectory(pod: PodRecord): string {
  return `${POD_LOG_ROOT}/${pod.plan.namespace}_${pod.plan.name}_${pod.uid}`;
}

export function qosClass(pod: PodRecord): 'BestEffort' | 'Burstable' {
  return pod.plan.containers.some((container) => container.resources !== undefined)
    ? 'Burstable'
    : 'BestEffort';
}

/** As kubelet names it for the systemd driver; empty where nobody named one. */
export function cgroupParent(pod: PodRecord): string {
  if (pod.plan.isWithoutParentGroup === true) return '';
  const qos = qosClass(pod).toLowerCase();
  const uid = pod.uid.replaceAll('-', '_');
  return `/kubepods.slice/kubepods-${qos}.slice/kubepods-${qos}-pod${uid}.slice`;
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
