import type { LogLine } from '../../contract/journal.ts';
import type { KubeEvent } from '../../contract/kube-facts.ts';
import { available, valueOr } from '../../contract/section.ts';
import type { NodeSnapshot } from '../../snapshot/node-snapshot.ts';

const VOLUME_ERROR =
  'MountVolume.SetUp failed for volume "data" (UniqueName: "kubernetes.io/csi/csi.example^v1") pod "web" (UID: "1") : timed out';

function eventOf(pod: { uid: string; namespace: string; name: string }, atMs: number): KubeEvent {
  return {
    kind: 'Pod',
    namespace: pod.namespace,
    name: pod.name,
    uid: pod.uid,
    container: 'app',
    type: 'Warning',
    reason: 'FailedMount',
    message: VOLUME_ERROR,
    count: 2,
    firstAtMs: atMs - 60_000,
    lastAtMs: atMs,
    component: 'kubelet',
  };
}

function oomLine(id: string, atMs: number): LogLine {
  const text = `oom-kill:constraint=CONSTRAINT_MEMCG,task_memcg=/kubepods/${id},task=app,pid=7,uid=0`;
  return { atMs, level: 'error', message: text, fields: {}, where: 'kernel', text };
}

function nodeFacts(nowMs: number): Pick<NodeSnapshot['host'], 'disks' | 'boot'> {
  return {
    disks: available(
      [
        {
          role: 'images' as const,
          path: '/var/lib/containerd',
          totalBytes: 1e11,
          availableBytes: 1e9,
          totalInodes: 1000,
          availableInodes: 1,
        },
      ],
      nowMs,
    ),
    boot: available(
      {
        bootedAtMs: nowMs - 900_000,
        runtimeStartedAtMs: nowMs - 800_000,
        kubeletStartedAtMs: nowMs - 700_000,
        kernelRelease: '6.1',
        cgroupVersion: 2 as const,
      },
      nowMs,
    ),
  };
}

/** The snapshot with facts of node and API server about each of its pods, as a node with every source has them. */
export function withFacts(snapshot: NodeSnapshot, nowMs: number): NodeSnapshot {
  const sandboxes = valueOr(snapshot.sandboxes, []);
  const containers = valueOr(snapshot.containers, []);
  const all = [...valueOr(snapshot.kubeletPods, []), ...sandboxes];
  const pods = [...new Map(all.map((pod) => [pod.uid, pod])).values()];
  const volume = { plugin: 'kubernetes.io/csi', name: 'data', isMounted: false };
  return {
    ...snapshot,
    kernelLog: available(
      containers.map((item) => oomLine(item.id, nowMs)),
      nowMs,
    ),
    host: {
      ...snapshot.host,
      podDirectories: available(
        pods.map(({ uid }) => ({
          uid,
          path: `/var/lib/kubelet/pods/${uid}`,
          createdAtMs: nowMs - 300_000,
          volumes: [volume],
          containers: [],
          hasEtcHosts: false,
        })),
        nowMs,
      ),
      mounts: available(
        pods.map(({ uid }) => ({
          mountPoint: `/var/lib/kubelet/pods/${uid}/volumes/x`,
          fsType: 'nfs4',
          source: 'nfs.example:/x',
          podUid: uid,
          volumeName: 'data',
          sandboxOrContainerId: null,
        })),
        nowMs,
      ),
      processes: available(
        containers.map((item, index) => ({
          pid: 1000 + index,
          parentPid: 1,
          command: 'app --serve',
          state: 'D',
          waitChannel: 'rpc_wait',
          startedAtMs: nowMs - 200_000,
          kind: 'container' as const,
          sandboxOrContainerId: item.id,
          podUid: null,
          ignoresTerm: true,
        })),
        nowMs,
      ),
      ...nodeFacts(nowMs),
    },
    kube: {
      ...snapshot.kube,
      events: available(
        pods.map((pod) => eventOf(pod, nowMs - 5_000)),
        nowMs,
      ),
    },
  };
}
