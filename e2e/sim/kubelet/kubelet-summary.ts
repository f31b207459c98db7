import type { SimNode } from '../model/node.ts';

const GIB = 1024 ** 3;

/** /stats/summary: the node, and of pods only those with a running container, as kubelet has it. */
export function summary(node: SimNode): object {
  const time = new Date(node.clock.now()).toISOString();
  return { node: nodeStats(node, time), pods: podStats(node, time) };
}

function nodeStats(node: SimNode, time: string): object {
  const disk = {
    time,
    availableBytes: 71 * GIB,
    capacityBytes: 252 * GIB,
    usedBytes: 30 * GIB,
    inodesFree: 16_220_691,
    inodes: 16_777_216,
    inodesUsed: 556_525,
  };
  return {
    nodeName: node.name,
    startTime: time,
    cpu: { time, usageNanoCores: 796_003_361, usageCoreNanoSeconds: 2_094_274_692_267 },
    memory: {
      time,
      availableBytes: 21 * GIB,
      usageBytes: 4 * GIB,
      workingSetBytes: 2 * GIB,
      rssBytes: 636_448_768,
    },
    fs: disk,
    runtime: { imageFs: { ...disk, usedBytes: 9 * GIB }, containerFs: disk },
    rlimit: { time, maxpid: 32_768, curproc: 200 + node.pods.size * 6 },
  };
}

function podStats(node: SimNode, time: string): object[] {
  return [...node.pods.values()]
    .filter((pod) => pod.containers.some((one) => one.current?.state === 'running'))
    .map((pod) => ({
      podRef: { name: pod.plan.name, namespace: pod.plan.namespace, uid: pod.uid },
      startTime: new Date(pod.boundAtMs).toISOString(),
      containers: pod.containers
        .filter((one) => one.current?.state === 'running')
        .map((one) => ({
          name: one.plan.name,
          startTime: new Date(one.current?.startedAtMs ?? 0).toISOString(),
          cpu: { time, usageNanoCores: 12_000_000, usageCoreNanoSeconds: 5_274_657_168 },
          memory: {
            time,
            usageBytes: 41_943_040,
            workingSetBytes: 33_554_432,
            rssBytes: 30_000_000,
          },
        })),
    }));
}
