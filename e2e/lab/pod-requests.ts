import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type ContainerConfigSchema,
  NamespaceMode,
  type PodSandboxConfigSchema,
  SecurityProfile_ProfileType,
} from '../../server/cri/generated/runtime/v1/api_pb.js';
import { type LabContainer, type LabPod, podLogFolder, qosClass } from './lab-pod.ts';

export interface NodePlace {
  readonly podLogs: string;
  readonly cgroup: string;
}

/** kubelet's oom_score_adj of a BestEffort container. */
const OOM_SCORE_ADJ = 1000n;
/** kubelet's smallest share, for a container without a CPU request. */
const MIN_CPU_SHARES = 2n;

function podLabels(pod: LabPod): Record<string, string> {
  return {
    'io.kubernetes.pod.name': pod.name,
    'io.kubernetes.pod.namespace': pod.namespace,
    'io.kubernetes.pod.uid': pod.uid,
  };
}

/** A sandbox as kubelet asks for it. */
export function sandboxConfig(
  pod: LabPod,
  attempt: number,
  place: NodePlace,
): MessageInitShape<typeof PodSandboxConfigSchema> {
  return {
    metadata: { name: pod.name, namespace: pod.namespace, uid: pod.uid, attempt },
    hostname: pod.hostNetwork ? '' : pod.name,
    logDirectory: join(place.podLogs, podLogFolder(pod)),
    labels: { app: pod.name, ...podLabels(pod) },
    annotations: {
      'kubernetes.io/config.seen': pod.createdAt.toISOString(),
      'kubernetes.io/config.source': 'api',
    },
    linux: {
      // Without it containerd's stats of all pods fail as a whole.
      cgroupParent: `${place.cgroup}/${qosClass(pod).toLowerCase()}/pod${pod.uid}`,
      securityContext: { namespaceOptions: namespaces(pod) },
    },
  };
}

/** A container as kubelet asks for it. */
export function containerConfig(
  pod: LabPod,
  container: LabContainer,
  attempt: number,
): MessageInitShape<typeof ContainerConfigSchema> {
  const hash = createHash('sha256').update(JSON.stringify(container)).digest('hex').slice(0, 8);
  return {
    metadata: { name: container.name, attempt },
    image: { image: container.image, userSpecifiedImage: container.image },
    command: [...container.command],
    logPath: `${container.name}/${attempt}.log`,
    mounts: container.mounts.map((mount) => ({ ...mount })),
    labels: { ...podLabels(pod), 'io.kubernetes.container.name': container.name },
    annotations: {
      'io.kubernetes.container.hash': hash,
      'io.kubernetes.container.restartCount': String(attempt),
      'io.kubernetes.container.terminationMessagePath': '/dev/termination-log',
      'io.kubernetes.container.terminationMessagePolicy': 'File',
      'io.kubernetes.pod.terminationGracePeriod': String(pod.graceSeconds),
    },
    linux: {
      resources: {
        cpuShares: MIN_CPU_SHARES,
        oomScoreAdj: OOM_SCORE_ADJ,
        memoryLimitInBytes: BigInt(container.memoryLimitBytes ?? 0),
      },
      securityContext: {
        namespaceOptions: namespaces(pod),
        ...(container.user === null ? {} : { runAsUsername: container.user }),
        ...(container.seccompProfile === null
          ? {}
          : { seccomp: profileAt(container.seccompProfile) }),
      },
    },
  };
}

function profileAt(localhostRef: string) {
  return { profileType: SecurityProfile_ProfileType.Localhost, localhostRef };
}

function namespaces(pod: LabPod) {
  return {
    network: pod.hostNetwork ? NamespaceMode.NODE : NamespaceMode.POD,
    pid: NamespaceMode.CONTAINER,
    ipc: NamespaceMode.POD,
  };
}
