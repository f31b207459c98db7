import {
  ago,
  call,
  container,
  ended,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  SANDBOX_ID,
  sandbox,
  UID,
  waiting,
} from './builders.ts';
import { NOT_FOUND, type Situation } from './situations-start.ts';

/** From the created container on. */
export const RUN_SITUATIONS: readonly Situation[] = [
  {
    title: 'created, not started, for too long',
    verdict: 'stuck start running -',
    sandboxes: [sandbox()],
    containers: [container({ state: 'created', createdAtMs: ago(25) })],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
  },
  {
    title: 'an error text nobody knows',
    verdict: 'stuck start failed -',
    sandboxes: [sandbox()],
    containers: [container({ state: 'exited' })],
    statuses: ended({
      exitCode: 128,
      reason: 'StartError',
      message: 'the stars are not right',
      startedAtMs: null,
    }),
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer(
            waiting('CrashLoopBackOff', 'back-off 20s restarting failed container=app'),
          ),
        ],
      }),
    ],
  },
  {
    title: 'a crash loop',
    verdict: 'stuck run failed app-exit-nonzero',
    sandboxes: [sandbox()],
    containers: [container({ state: 'exited', attempt: 4 })],
    statuses: ended(),
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer(
            waiting('CrashLoopBackOff', 'back-off 1m20s restarting failed container=app'),
          ),
        ],
      }),
    ],
  },
  {
    title: 'just started again after crashes: nothing is proved yet',
    verdict: 'starting run running -',
    sandboxes: [sandbox()],
    containers: [container({ attempt: 5, createdAtMs: ago(3) })],
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer({
            restartCount: 5,
            state: { kind: 'running', startedAtMs: ago(3) },
            lastState: {
              kind: 'terminated',
              exitCode: 1,
              signal: 0,
              reason: 'Error',
              message: '',
              startedAtMs: ago(20),
              finishedAtMs: ago(10),
            },
          }),
        ],
      }),
    ],
  },
  {
    title: 'just started again, without kubelet: the attempt tells',
    verdict: 'starting run running -',
    sandboxes: [sandbox()],
    containers: [container({ attempt: 5, createdAtMs: ago(3) })],
    kubelet: null,
    kubeletLog: null,
  },
  {
    title: 'a job that is done',
    verdict: 'completed run ok -',
    sandboxes: [sandbox({ state: 'not-ready' })],
    containers: [container({ state: 'exited' })],
    statuses: ended({ exitCode: 0, reason: 'Completed' }),
    kubelet: [
      kubeletPod({
        phase: 'Succeeded',
        restartPolicy: 'Never',
        containers: [
          kubeletContainer({
            ready: false,
            state: {
              kind: 'terminated',
              exitCode: 0,
              signal: 0,
              reason: 'Completed',
              message: '',
              startedAtMs: ago(109),
              finishedAtMs: ago(60),
            },
          }),
        ],
      }),
    ],
  },
  {
    title: 'a job that is done, without kubelet: its sandbox was stopped afterwards',
    verdict: 'completed run ok -',
    sandboxes: [sandbox({ state: 'not-ready' })],
    containers: [container({ state: 'exited' })],
    statuses: ended({ exitCode: 0, reason: 'Completed' }),
    kubelet: null,
    kubeletLog: null,
    calls: [
      call({
        call: 'StopPodSandbox',
        sandboxId: SANDBOX_ID,
        beganAtMs: ago(59),
        endedAtMs: ago(58),
      }),
    ],
  },
  {
    title: 'exit 0 in a sandbox that stands, without kubelet: what comes next is not known',
    verdict: 'unknown run unknown -',
    sandboxes: [sandbox()],
    containers: [container({ state: 'exited' })],
    statuses: ended({ exitCode: 0, reason: 'Completed' }),
    kubelet: null,
    kubeletLog: null,
  },
  {
    title: 'an init container that runs on; the app is not reached',
    verdict: 'stuck run running init-container-running',
    sandboxes: [sandbox()],
    containers: [container({ name: 'wait-db' })],
    kubelet: [
      kubeletPod({
        phase: 'Pending',
        containers: [
          kubeletContainer({ name: 'wait-db', type: 'init', ready: false }),
          kubeletContainer(waiting('PodInitializing')),
        ],
      }),
    ],
  },
  {
    title: 'an init container just begun',
    verdict: 'starting run running -',
    sandboxes: [sandbox()],
    containers: [container({ name: 'wait-db', createdAtMs: ago(5) })],
    kubelet: [
      kubeletPod({
        phase: 'Pending',
        containers: [
          kubeletContainer({
            name: 'wait-db',
            type: 'init',
            ready: false,
            state: { kind: 'running', startedAtMs: ago(5) },
          }),
          kubeletContainer(waiting('PodInitializing')),
        ],
      }),
    ],
  },
  {
    title: 'a failed app container outweighs one that is still on its way',
    verdict: 'stuck pull failed image-not-found',
    sandboxes: [sandbox()],
    containers: [container({ name: 'slow', state: 'created', createdAtMs: ago(2) })],
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer({ name: 'slow', ...waiting('ContainerCreating') }),
          kubeletContainer(waiting('ErrImagePull', NOT_FOUND)),
        ],
      }),
    ],
  },
  {
    title: 'running, readiness fails',
    verdict: 'stuck run failed readiness-probe-failed',
    sandboxes: [sandbox()],
    containers: [container()],
    kubelet: [
      kubeletPod({ containers: [kubeletContainer({ ready: false, hasReadinessProbe: true })] }),
    ],
    kubeletLog: [
      kubeletLine('Probe failed', {
        probeType: 'Readiness',
        pod: 'shop/web',
        podUID: UID,
        containerName: 'app',
        output: 'HTTP probe failed with statuscode: 503',
      }),
    ],
  },
  {
    title: 'running, readiness not yet due',
    verdict: 'starting run running -',
    sandboxes: [sandbox()],
    containers: [container({ createdAtMs: ago(4) })],
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer({
            ready: false,
            hasReadinessProbe: true,
            state: { kind: 'running', startedAtMs: ago(4) },
          }),
        ],
      }),
    ],
  },
];
