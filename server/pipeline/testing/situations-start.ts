import { available } from '../../contract/section.ts';
import {
  ago,
  call,
  container,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  syncError,
  waiting,
} from './builders.ts';

export interface Situation extends Parts {
  readonly title: string;
  readonly verdict: string;
}

export const CNI_ERROR =
  'failed to setup network for sandbox "ab": plugin type="x" failed (add): failed to find plugin "x" in path [/opt/cni/bin]';
export const NOT_FOUND =
  'failed to pull and unpack image "registry.example/shop/app:1": failed to resolve image: registry.example/shop/app:1: not found';
const image = { imageRef: 'registry.example/shop/app:1' };

/** One line a situation: what the sources show, and what is said of the pod. */
export const START_SITUATIONS: readonly Situation[] = [
  {
    title: 'no sandbox, no call: kubelet is preparing',
    verdict: 'starting kubelet running -',
    kubelet: [
      kubeletPod({
        startedAtMs: ago(5),
        containers: [kubeletContainer(waiting('ContainerCreating'))],
      }),
    ],
  },
  {
    title: 'no sandbox, no call, for minutes',
    verdict: 'stuck kubelet running -',
    kubelet: [
      kubeletPod({
        startedAtMs: ago(300),
        containers: [kubeletContainer(waiting('ContainerCreating'))],
      }),
    ],
  },
  {
    title: 'no sandbox for minutes, and no runtime log to tell whether it was asked for',
    verdict: 'unknown kubelet unknown -',
    calls: null,
    kubelet: [
      kubeletPod({
        startedAtMs: ago(300),
        containers: [kubeletContainer(waiting('ContainerCreating'))],
      }),
    ],
  },
  {
    title: 'RunPodSandbox in flight',
    verdict: 'starting sandbox running -',
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [runSandbox({ outcome: 'open', beganAtMs: ago(10), endedAtMs: null })],
  },
  {
    title: 'RunPodSandbox in flight for too long',
    verdict: 'stuck sandbox running -',
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [runSandbox({ outcome: 'open', beganAtMs: ago(31), endedAtMs: null })],
  },
  {
    title: 'a call without an end that may have been lost',
    verdict: 'unknown sandbox unknown -',
    kubelet: null,
    calls: [
      runSandbox({
        outcome: 'open',
        beganAtMs: ago(10),
        endedAtMs: null,
        doubt: 'lines were suppressed',
      }),
    ],
  },
  {
    title: 'RunPodSandbox failed, nothing in CRI, no kubelet',
    verdict: 'stuck sandbox failed cni-plugin-binary-missing',
    kubelet: null,
    calls: [runSandbox({ outcome: 'failed', error: CNI_ERROR })],
  },
  {
    title: 'a NotReady sandbox that a failed RunPodSandbox left (containerd 1.6)',
    verdict: 'stuck sandbox failed cni-plugin-binary-missing',
    kubelet: null,
    sandboxes: [sandbox({ state: 'not-ready', createdAtMs: ago(100) })],
    calls: [runSandbox({ outcome: 'failed', error: CNI_ERROR, sandboxId: SANDBOX_ID })],
  },
  {
    title: 'the same, and StopPodSandbox of it fails again and again',
    verdict: 'stuck sandbox failed cni-plugin-binary-missing',
    kubelet: null,
    kubeletLog: null,
    sandboxes: [sandbox({ state: 'not-ready', createdAtMs: ago(100) })],
    calls: [
      runSandbox({ outcome: 'failed', error: CNI_ERROR, sandboxId: SANDBOX_ID }),
      call({
        call: 'StopPodSandbox',
        sandboxId: SANDBOX_ID,
        outcome: 'failed',
        error: 'failed to destroy network for sandbox "aa"',
        beganAtMs: ago(20),
        endedAtMs: ago(19),
      }),
    ],
  },
  {
    title: 'a young sandbox, and a failed pull that may be anybody’s',
    verdict: 'unknown pull unknown -',
    kubelet: null,
    kubeletLog: null,
    sandboxes: [sandbox({ createdAtMs: ago(8) })],
    calls: [
      call({
        call: 'PullImage',
        imageRef: 'registry.example/other:1',
        outcome: 'failed',
        error: NOT_FOUND,
        beganAtMs: ago(3),
        endedAtMs: ago(2),
      }),
    ],
  },
  {
    title: 'the sandbox died and no new one comes',
    verdict: 'stuck sandbox running -',
    sandboxes: [sandbox({ state: 'not-ready', createdAtMs: ago(500) })],
    kubelet: [kubeletPod()],
  },
  {
    title: 'the old sandbox folds under the new one',
    verdict: 'ready run ok -',
    sandboxes: [
      sandbox({ id: 'd'.repeat(64), attempt: 0, state: 'not-ready' }),
      sandbox({ attempt: 1 }),
    ],
    containers: [
      container({ attempt: 1 }),
      container({ id: 'e'.repeat(64), sandboxId: 'd'.repeat(64), state: 'exited' }),
    ],
    kubelet: [kubeletPod()],
  },
  {
    title: 'pull failed, told by kubelet',
    verdict: 'stuck pull failed image-not-found',
    sandboxes: [sandbox()],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ErrImagePull', NOT_FOUND))] })],
  },
  {
    title: 'back-off without a reason (older kubelet): the call tells',
    verdict: 'stuck pull failed image-not-found',
    sandboxes: [sandbox()],
    kubelet: [
      kubeletPod({
        containers: [
          kubeletContainer(
            waiting('ImagePullBackOff', 'Back-off pulling image "registry.example/shop/app:1"'),
          ),
        ],
      }),
    ],
    calls: [call({ call: 'PullImage', ...image, outcome: 'failed', error: NOT_FOUND })],
  },
  {
    title: 'pull failed, told by kubelet’s log alone',
    verdict: 'stuck pull failed image-not-found',
    sandboxes: [sandbox()],
    kubelet: null,
    kubeletLog: [
      syncError(
        `failed to "StartContainer" for "app" with ErrImagePull: ${JSON.stringify(NOT_FOUND)}`,
      ),
    ],
  },
  {
    title: 'pull failed, tied to the only sandbox that can have asked',
    verdict: 'stuck pull failed image-not-found',
    sandboxes: [sandbox()],
    kubelet: null,
    kubeletLog: null,
    calls: [
      runSandbox({ sandboxId: SANDBOX_ID, endedAtMs: ago(99) }),
      call({
        call: 'PullImage',
        ...image,
        outcome: 'failed',
        error: NOT_FOUND,
        beganAtMs: ago(98.9),
        endedAtMs: ago(98.8),
      }),
    ],
  },
  {
    title: 'a ready sandbox, nothing else, no kubelet',
    verdict: 'unknown pull unknown -',
    sandboxes: [sandbox()],
    kubelet: null,
    kubeletLog: null,
  },
  {
    title: 'a pull that stands still',
    verdict: 'stuck pull running image-pull-stalled',
    sandboxes: [sandbox()],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [
      call({ call: 'PullImage', ...image, outcome: 'open', endedAtMs: null, beganAtMs: ago(70) }),
    ],
  },
  {
    title: 'a pull whose bytes move',
    verdict: 'starting pull running -',
    sandboxes: [sandbox()],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [
      call({ call: 'PullImage', ...image, outcome: 'open', endedAtMs: null, beganAtMs: ago(300) }),
    ],
    more: {
      ingests: available(
        [
          {
            ref: 'layer-sha256:1',
            startedAtMs: ago(290),
            updatedAtMs: ago(2),
            offsetBytes: 2_100_000_000,
            totalBytes: 4_800_000_000,
          },
        ],
        NOW_MS,
      ),
    },
  },
  {
    title: 'a pull that waits behind another one',
    verdict: 'stuck pull running image-pull-queued',
    sandboxes: [sandbox()],
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [
      call({
        call: 'PullImage',
        imageRef: 'registry.example/other:1',
        outcome: 'open',
        endedAtMs: null,
        beganAtMs: ago(200),
      }),
    ],
  },
  {
    title: 'CreateContainer failed, told by the log alone',
    verdict: 'stuck create failed user-not-in-image',
    sandboxes: [sandbox()],
    kubelet: null,
    kubeletLog: null,
    calls: [
      call({
        call: 'CreateContainer',
        sandboxId: SANDBOX_ID,
        container: { name: 'app', attempt: 0 },
        outcome: 'failed',
        error: 'no users found',
      }),
    ],
  },
];
