import { callWords } from './kubelet-words.ts';
import { isRunning, type ObservedPod, observePod } from './observed-pod.ts';
import type { SandboxKeeper } from './sandbox-keeper.ts';
import type { WorkerParts } from './worker-parts.ts';

/** Takes a deleted pod down in kubelet's order: stop its containers, its sandbox, then remove the records. */
export class PodRemover {
  readonly #parts: WorkerParts;
  readonly #sandboxes: SandboxKeeper;

  constructor(parts: WorkerParts, sandboxes: SandboxKeeper) {
    this.#parts = parts;
    this.#sandboxes = sandboxes;
  }

  /** Null when nothing is left, else kubelet's sentence of what failed. */
  async remove(onSeen: (observed: ObservedPod) => void): Promise<string | null> {
    const { calls } = this.#parts;
    let observed = await observePod(calls);
    onSeen(observed);
    const failure = await this.#stopContainers(observed);
    if (failure !== null) return failure;
    observed = await observePod(calls);
    onSeen(observed);
    const stopped = await this.#sandboxes.stopAll(observed);
    if (stopped !== null) return stopped;
    for (const { id } of observed.containers) {
      this.#parts.log.info('scope.go:122', 'RemoveContainer', { containerID: id });
      await calls.removeContainer(id);
    }
    for (const { id } of observed.sandboxes) await calls.removeSandbox(id);
    onSeen(await observePod(calls));
    return null;
  }

  async #stopContainers(observed: ObservedPod): Promise<string | null> {
    const running = [...observed.statuses.values()].filter(isRunning);
    const failures = await Promise.all(
      running.map(({ id, metadata }) => this.#stop(id, metadata?.name ?? '')),
    );
    return failures.find((failure) => failure !== null) ?? null;
  }

  async #stop(id: string, name: string): Promise<string | null> {
    const { calls, log } = this.#parts;
    const { pod } = calls;
    log.info('kuberuntime_container.go:915', 'Killing container with a grace period', {
      pod: `${pod.namespace}/${pod.name}`,
      podUID: pod.uid,
      containerName: name,
      containerID: `containerd://${id}`,
      gracePeriod: pod.graceSeconds,
    });
    try {
      await calls.stopContainer(id);
      return null;
    } catch (error) {
      const { logged } = callWords(error);
      const fields = { err: logged, containerID: id };
      log.error('remote_runtime.go:475', 'StopContainer from runtime service failed', fields);
      return `failed to "KillContainer" for "${name}" with KillContainerError: ${JSON.stringify(logged)}`;
    }
  }
}
