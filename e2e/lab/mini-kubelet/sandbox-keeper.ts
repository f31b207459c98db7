import { podFullName } from '../lab-pod.ts';
import { callWords } from './kubelet-words.ts';
import type { ObservedPod } from './observed-pod.ts';
import type { WorkerParts } from './worker-parts.ts';

/** Makes and ends the sandboxes of one pod, with kubelet's words in the log. */
export class SandboxKeeper {
  readonly #parts: WorkerParts;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** Stops what is left of the old sandbox and makes a new one; answers kubelet's sentence when that fails. */
  async replace(observed: ObservedPod): Promise<string | null> {
    const { calls, log } = this.#parts;
    const { pod } = calls;
    const podKey = `${pod.namespace}/${pod.name}`;
    const old = observed.sandboxes;
    if (old.length === 0) {
      log.info('util.go:34', 'No sandbox for pod can be found. Need to start a new one', {
        pod: podKey,
      });
    } else {
      const words = 'No ready sandbox for pod can be found. Need to start a new one';
      log.info('util.go:52', words, { pod: podKey });
      const failure = await this.stopAll(observed);
      if (failure !== null) return failure;
    }
    const attempt = old.length === 0 ? 0 : (old[0]?.metadata?.attempt ?? 0) + 1;
    try {
      await calls.runSandbox(attempt);
      return null;
    } catch (error) {
      const { logged } = callWords(error);
      log.error('remote_runtime.go:237', 'RunPodSandbox from runtime service failed', {
        err: logged,
      });
      const fields = { err: logged, pod: podKey };
      log.error('kuberuntime_sandbox.go:70', 'Failed to create sandbox for pod', fields);
      log.error('kuberuntime_manager.go:1614', 'CreatePodSandbox for pod failed', fields);
      const full = podFullName(pod);
      const said = `Failed to create sandbox for pod ${JSON.stringify(full)}: ${logged}`;
      return `failed to "CreatePodSandbox" for "${full}" with CreatePodSandboxError: ${JSON.stringify(said)}`;
    }
  }

  /** Stops every sandbox, the old ones too: their network may still be there. */
  async stopAll(observed: ObservedPod): Promise<string | null> {
    const { calls, log } = this.#parts;
    for (const sandbox of observed.sandboxes) {
      try {
        await calls.stopSandbox(sandbox.id);
      } catch (error) {
        const { logged } = callWords(error);
        log.error('remote_runtime.go:267', 'StopPodSandbox from runtime service failed', {
          err: logged,
          podSandboxID: sandbox.id,
        });
        const podSandboxID = { Type: 'containerd', ID: sandbox.id };
        log.error('kuberuntime_manager.go:1967', 'Failed to stop sandbox', { podSandboxID });
        return `failed to "KillPodSandbox" for "${calls.pod.uid}" with KillPodSandboxError: ${JSON.stringify(logged)}`;
      }
    }
    return null;
  }
}
