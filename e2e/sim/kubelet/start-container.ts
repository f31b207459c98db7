import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimImage } from '../model/objects.ts';
import { printRpcError } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podRef, podTag } from '../model/pod-record.ts';
import { createContainer, removeContainer, startContainer } from '../runtime/container-calls.ts';
import { pullImage } from '../runtime/image-calls.ts';
import { containerMarks, logDirectory, shortHash } from './pod-identity.ts';
import { kubeletText, logContainerFailure, logPleg, type WaitingReason } from './sync-errors.ts';

/** What one try of a container came to. */
export type TryResult =
  | { readonly kind: 'running'; readonly container: SimContainer }
  /** The image is not here; the next try waits for the image back-off. */
  | { readonly kind: 'no-image'; readonly message: string }
  /** Refused by kubelet or by CreateContainer; kubelet simply looks again at its next sync. */
  | { readonly kind: 'not-created' }
  /** StartContainer failed: the record has ended, the crash back-off applies. */
  | { readonly kind: 'start-failed'; readonly container: SimContainer };

/** One try to bring a container up: image, CreateContainer, StartContainer, with kubelet's lines for what fails. */
export function* tryContainer(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
): Work<TryResult> {
  const refusal = refuse(pod, container);
  if (refusal !== null && container.plan.refusal !== 'run-as-nonroot') {
    return refused(node, pod, container, refusal);
  }
  const image = yield* ensureImage(node, pod, container);
  if (typeof image === 'string') return { kind: 'no-image', message: image };
  node.podLogs.makePodDirectory(`${logDirectory(pod)}/${container.plan.name}`);
  if (refusal !== null) return refused(node, pod, container, refusal);
  return yield* createAndStart(node, pod, container, image);
}

function refused(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  refusal: WaitingReason,
): TryResult {
  wait(node, pod, container, refusal);
  return { kind: 'not-created' };
}

/** kubelet's own checks, in its words. */
function refuse(pod: PodRecord, container: ContainerRecord): WaitingReason | null {
  const { image, name } = container.plan;
  const { refusal } = container.plan;
  if (refusal === undefined) return null;
  switch (refusal) {
    case 'invalid-image-name': {
      const path = image.slice(image.indexOf('/') + 1, image.lastIndexOf(':'));
      return {
        reason: 'InvalidImageName',
        message: `Failed to apply default image tag "${image}": couldn't parse image name "${image}": invalid reference format: repository name (${path}) must be lowercase`,
      };
    }
    case 'image-never-pull':
      return {
        reason: 'ErrImageNeverPull',
        message: `Container image "${image}" is not present with pull policy of Never`,
      };
    case 'run-as-nonroot':
      return {
        reason: 'CreateContainerConfigError',
        message: `container has runAsNonRoot and image will run as root (pod: "${podTag(pod)}", container: ${name})`,
      };
  }
}

/** The image, or the message why it cannot be had. */
function* ensureImage(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
): Work<SimImage | string> {
  const { image, pull = { kind: 'present' } } = container.plan;
  const present = node.store.images.get(image);
  if (present !== undefined) return present;
  if (pull.kind === 'present') return node.store.addImage(image);
  const result = yield* pullImage(node, image, pull);
  if (result.ok) return result.value;
  const fields = { err: printRpcError(result.error), image };
  node.kubeletLog.error('remote_image.go:250', 'PullImage from image service failed', fields);
  node.kubeletLog.error('kuberuntime_image.go:43', 'Failed to pull image', fields);
  const message = kubeletText(result.error);
  wait(node, pod, container, { reason: 'ErrImagePull', message });
  return message;
}

function* createAndStart(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  image: SimImage,
): Work<TryResult> {
  const sandbox = pod.sandbox;
  if (sandbox === null) return { kind: 'not-created' };
  const attempt =
    container.current === null && container.last === null ? 0 : container.restartCount + 1;
  const { plan } = container;
  const request = {
    ...containerMarks(pod, container, attempt),
    name: plan.name,
    attempt,
    command: plan.command?.[0] ?? '/app',
    podName: pod.plan.name,
    namespace: pod.plan.namespace,
    sandboxId: sandbox.id,
    podUid: pod.uid,
    atMs: node.clock.now(),
    image,
    imageName: plan.image,
    logPath: `${logDirectory(pod)}/${plan.name}/${attempt}.log`,
    mounts: mountsOf(pod, plan.name, attempt),
    createFault: plan.create ?? null,
    startFault: plan.start ?? null,
  };
  const created = yield* createContainer(node, request);
  if (!created.ok) {
    const message = kubeletText(created.error);
    node.kubeletLog.error(
      'remote_runtime.go:410',
      'CreateContainer in sandbox from runtime service failed',
      {
        err: printRpcError(created.error),
        podSandboxID: sandbox.id,
      },
    );
    wait(node, pod, container, { reason: 'CreateContainerError', message });
    return { kind: 'not-created' };
  }
  const previous = container.current;
  container.current = created.value;
  container.restartCount = attempt;
  const started = yield* startContainer(node, created.value, request);
  // kubelet keeps one dead container a name: the one before the new one goes now that the new one exists.
  if (previous !== null && previous.sandboxId === sandbox.id)
    yield* removeContainer(node, previous);
  if (!started.ok) {
    node.kubeletLog.error('remote_runtime.go:435', 'StartContainer from runtime service failed', {
      err: printRpcError(started.error),
      containerID: created.value.id,
    });
    wait(node, pod, container, { reason: 'RunContainerError', message: created.value.message });
    return { kind: 'start-failed', container: created.value };
  }
  noteRunning(node, pod, container, created.value);
  return { kind: 'running', container: created.value };
}

/** The container's status says why it waits, and kubelet's log says so too. */
function wait(node: SimNode, pod: PodRecord, container: ContainerRecord, why: WaitingReason): void {
  container.waiting = why;
  logContainerFailure(node, pod, container, why);
}

function noteRunning(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  record: SimContainer,
): void {
  const { plan } = container;
  container.waiting = null;
  container.isReady = plan.readiness !== 'fails' && container.type !== 'init';
  logPleg(node, pod, 'ContainerStarted', record.id);
  if (plan.readiness === 'passes') {
    node.kubeletLog.info('kubelet.go:2841', 'SyncLoop (probe)', {
      probe: 'readiness',
      status: 'ready',
      pod: podRef(pod),
    });
  }
}

function mountsOf(pod: PodRecord, name: string, attempt: number): SimContainer['mounts'] {
  const base = `/var/lib/kubelet/pods/${pod.uid}`;
  return [
    { containerPath: '/etc/hosts', hostPath: `${base}/etc-hosts` },
    {
      containerPath: '/dev/termination-log',
      hostPath: `${base}/containers/${name}/${shortHash(`${pod.uid}${name}${attempt}`)}`,
    },
  ];
}
