import type { ContainerStatus } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { type LabContainer, podFullName } from '../lab-pod.ts';
import { formatDelay } from './back-off.ts';
import type { WaitingReason } from './container-json.ts';
import { callWords } from './kubelet-words.ts';
import { isExited } from './observed-pod.ts';
import type { WorkerParts } from './worker-parts.ts';

export interface StarterParts extends WorkerParts {
  /** Why each container waits; kept here, read for /pods. */
  readonly reasons: Map<string, WaitingReason>;
}

export interface Records {
  /** All records of the container, newest first. */
  readonly records: readonly ContainerStatus[];
  /** The newest one in the present sandbox. */
  readonly newestHere: ContainerStatus | null;
}

/** Thrown inside: a call failed and kubelet has a word for it. */
class StartFailure extends Error {
  readonly reason: string;

  constructor(message: string, options: { readonly reason: string; readonly cause?: unknown }) {
    super(message, options);
    this.reason = options.reason;
  }
}

/** Takes one container through pull, create and start, as kubelet does, back-offs included. */
export class ContainerStarter {
  readonly #parts: StarterParts;

  constructor(parts: StarterParts) {
    this.#parts = parts;
  }

  /** Resolves with kubelet's sentences of what failed; empty when the container was started. */
  async start(
    sandbox: { readonly id: string; readonly attempt: number },
    container: LabContainer,
    known: Records,
  ): Promise<readonly string[]> {
    const { reasons, log, calls } = this.#parts;
    try {
      this.#waitAfterCrash(container, known);
      await this.#provideImage(container);
      const newest = known.records[0];
      const attempt = newest === undefined ? 0 : (newest.metadata?.attempt ?? 0) + 1;
      const id = await this.#create(sandbox, container, attempt);
      await this.#run(id);
      reasons.delete(container.name);
      await this.#removeOld(known);
      return [];
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      reasons.set(container.name, { reason: error.reason, message: error.message });
      if (!error.reason.endsWith('BackOff')) {
        log.error('kuberuntime_manager.go:1727', 'Unhandled Error', {
          err: `container ${container.name} start failed in pod ${podFullName(calls.pod)}: ${error.reason}: ${error.message}`,
          logger: 'UnhandledError',
        });
      }
      const said = JSON.stringify(error.message);
      return [`failed to "StartContainer" for "${container.name}" with ${error.reason}: ${said}`];
    }
  }

  #waitAfterCrash(container: LabContainer, known: Records): void {
    const { crashBackOff, calls } = this.#parts;
    const ended = known.newestHere;
    if (ended === null || !isExited(ended)) return;
    const key = `${calls.pod.uid}/${container.name}`;
    const endedAtMs = Number(ended.finishedAt / 1_000_000n);
    if (crashBackOff.isWaitingSinceEvent(key, endedAtMs)) {
      const wait = formatDelay(crashBackOff.delayMs(key));
      throw new StartFailure(
        `back-off ${wait} restarting failed container=${container.name} pod=${podFullName(calls.pod)}`,
        { reason: 'CrashLoopBackOff' },
      );
    }
    crashBackOff.next(key, endedAtMs);
  }

  async #provideImage(container: LabContainer): Promise<void> {
    const { calls, log, pullBackOff, reasons } = this.#parts;
    if (await calls.hasImage(container)) return;
    if (container.imagePullPolicy === 'Never') {
      const message = `Container image "${container.image}" is not present with pull policy of Never`;
      throw new StartFailure(message, { reason: 'ErrImageNeverPull' });
    }
    const key = `${calls.pod.uid}/${container.image}`;
    if (pullBackOff.isWaitingSinceUpdate(key)) {
      const before = reasons.get(container.name);
      const cause = before?.reason === 'ErrImagePull' ? `: ErrImagePull: ${before.message}` : '';
      const message =
        before?.reason === 'ImagePullBackOff'
          ? before.message
          : `Back-off pulling image "${container.image}"${cause}`;
      throw new StartFailure(message, { reason: 'ImagePullBackOff' });
    }
    try {
      await calls.pullImage(container);
    } catch (error) {
      const words = callWords(error);
      const fields = { err: words.logged, image: container.image };
      log.error('remote_image.go:250', 'PullImage from image service failed', fields);
      log.error('kuberuntime_image.go:43', 'Failed to pull image', fields);
      pullBackOff.next(key, Date.now());
      throw new StartFailure(words.shown, { reason: 'ErrImagePull', cause: error });
    }
  }

  async #create(
    sandbox: { readonly id: string; readonly attempt: number },
    container: LabContainer,
    attempt: number,
  ): Promise<string> {
    const { calls, log } = this.#parts;
    try {
      return await calls.createContainer(sandbox, container, attempt);
    } catch (error) {
      const words = callWords(error);
      log.error('remote_runtime.go:410', 'CreateContainer in sandbox from runtime service failed', {
        err: words.logged,
        podSandboxID: sandbox.id,
      });
      throw new StartFailure(words.plain, { reason: 'CreateContainerError', cause: error });
    }
  }

  async #run(containerId: string): Promise<void> {
    const { calls, log } = this.#parts;
    try {
      await calls.startContainer(containerId);
    } catch (error) {
      const words = callWords(error);
      log.error('remote_runtime.go:435', 'StartContainer from runtime service failed', {
        err: words.logged,
        containerID: containerId,
      });
      throw new StartFailure(words.plain, { reason: 'RunContainerError', cause: error });
    }
  }

  /** kubelet keeps one dead container a name. */
  async #removeOld(known: Records): Promise<void> {
    const { calls, log } = this.#parts;
    for (const old of known.records.slice(1)) {
      log.info('scope.go:122', 'RemoveContainer', { containerID: old.id });
      await calls.removeContainer(old.id);
    }
  }
}
