import { available } from '../../contract/section.ts';
import {
  ago,
  call,
  container,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  SANDBOX_ID,
  sandbox,
  UID,
  waiting,
} from './builders.ts';
import type { Situation } from './situations-start.ts';

/** Pods that kubelet turns away or holds back, and the way down. */
export const KUBELET_SITUATIONS: readonly Situation[] = [
  {
    title: 'rejected at admission',
    verdict: 'stuck kubelet failed host-port-conflict',
    kubelet: [
      kubeletPod({
        phase: 'Failed',
        reason: 'NodePorts',
        message: 'Pod was rejected: Predicate NodePorts failed',
        containers: [],
      }),
    ],
  },
  {
    title: 'rejected at admission, told by kubelet’s log alone',
    verdict: 'stuck kubelet failed admission-rejected',
    kubelet: null,
    kubeletLog: [
      kubeletLine('Pod admission denied', {
        podUID: UID,
        pod: 'shop/web',
        reason: 'OutOfcpu',
        message: 'Node does not have enough resource: cpu',
      }),
    ],
  },
  {
    title: 'deleted, within its grace period',
    verdict: 'terminating teardown running -',
    sandboxes: [sandbox()],
    containers: [container()],
    kubelet: [kubeletPod({ deletionAtMs: NOW_MS + 20_000, deletionGraceSeconds: 30 })],
  },
  {
    title: 'gone from kubelet, still running: on its way down',
    verdict: 'terminating teardown running -',
    sandboxes: [sandbox()],
    containers: [container()],
    kubelet: [],
  },
  {
    title: 'on its way down, and StopPodSandbox fails',
    verdict: 'terminating teardown failed network-teardown-failed',
    sandboxes: [sandbox({ state: 'not-ready' })],
    kubelet: [kubeletPod({ deletionAtMs: ago(100), deletionGraceSeconds: 30, containers: [] })],
    calls: [
      call({
        call: 'StopPodSandbox',
        sandboxId: SANDBOX_ID,
        outcome: 'failed',
        error: 'failed to destroy network for sandbox "aa": plugin type="x" failed (delete): no',
      }),
    ],
  },
  {
    title: 'network not ready, kubelet waits',
    verdict: 'stuck kubelet failed cni-config-missing',
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    more: {
      runtime: available(
        {
          conditions: [
            {
              type: 'NetworkReady',
              status: false,
              reason: 'NetworkPluginNotReady',
              message: 'cni plugin not initialized',
            },
          ],
          handlers: [],
          cniLoadStatus: null,
          cniConfDir: null,
          cniBinDirs: [],
          sandboxImage: null,
          cgroupDriver: null,
        },
        NOW_MS,
      ),
    },
  },
];
