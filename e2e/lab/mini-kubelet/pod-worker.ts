import { setTimeout as delay } from 'node:timers/promises';
import type { LabContainer, LabPod } from '../lab-pod.ts';
import type { WaitingReason } from './container-json.ts';
import { ContainerStarter } from './container-starter.ts';
import { callWords } from './kubelet-words.ts';
import {
  isExited,
  isRunning,
  NOTHING_OBSERVED,
  type ObservedPod,
  observePod,
  readySandbox,
  recordsOf,
  wantsRestart,
} from './observed-pod.ts';
import { podJson } from './pod-json.ts';
import { PodRemover } from './pod-remover.ts';
import { SandboxKeeper } from './sandbox-keeper.ts';
import type { WorkerParts } from './worker-parts.ts';

/** kubelet looks at a pod again this long after a failed sync, if nothing happened before. */
const RETRY_MS = 10_000;
/** While a back-off runs; kubelet is woken by its own queue, we look often. */
const LOOK_MS = 1_000;

/** Drives one pod towards its spec, one step at a time, and keeps what kubelet would report of it. */
export class PodWorker {
  readonly pod: LabPod;
  readonly #parts: WorkerParts;
  readonly #starter: ContainerStarter;
  readonly #sandboxes: SandboxKeeper;
  readonly #remover: PodRemover;
  readonly #reasons = new Map<string, WaitingReason>();
  #observed: ObservedPod = NOTHING_OBSERVED;
  #deletedAt: Date | null = null;
  #wake = new AbortController();

  constructor(parts: WorkerParts) {
    this.pod = parts.calls.pod;
    this.#parts = parts;
    this.#sandboxes = new SandboxKeeper(parts);
    this.#remover = new PodRemover(parts, this.#sandboxes);
    this.#starter = new ContainerStarter({ ...parts, reasons: this.#reasons });
  }

  /** The pod's entry of /pods; what was seen last, also while the runtime does not answer. */
  toJson(): object {
    return podJson(this.pod, this.#observed, this.#reasons, this.#deletedAt);
  }

  /** From now on the pod is on its way down; run() ends when nothing of it is left. */
  delete(): void {
    this.#deletedAt ??= new Date();
    this.wake();
  }

  /** Something changed: do not wait for the next regular look. */
  wake(): void {
    this.#wake.abort();
  }

  /** Syncs until the signal aborts or the pod was deleted and is gone. */
  async run(): Promise<void> {
    const { signal } = this.#parts;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      let failures: readonly string[];
      try {
        const left = await this.#step();
        if (left === null) return;
        failures = left;
      } catch (error) {
        if (signal.aborted) return;
        failures = [callWords(error).logged];
      }
      if (failures.length > 0) this.#logFailures(failures);
      const waitMs = failures.length > 0 && !this.#hasBackOff() ? RETRY_MS : LOOK_MS;
      const either = AbortSignal.any([signal, this.#wake.signal]);
      await delay(waitMs, undefined, { signal: either }).catch(() => undefined);
    }
  }

  /** Sentences of what failed; null when the pod is gone. */
  async #step(): Promise<readonly string[] | null> {
    if (this.#parts.node.isRuntimeAway()) return [];
    return this.#deletedAt === null ? this.#sync() : this.#remove();
  }

  /** What failed on the way down; null when nothing is left. */
  async #remove(): Promise<readonly string[] | null> {
    const failure = await this.#remover.remove((seen) => {
      this.#observed = seen;
    });
    return failure === null ? null : [failure];
  }

  async #sync(): Promise<readonly string[]> {
    const { calls, node } = this.#parts;
    this.#observed = await observePod(calls);
    if (this.#isDone()) return this.#endSandbox();
    let sandbox = readySandbox(this.#observed.sandboxes);
    if (sandbox === null) {
      const problem = this.pod.hostNetwork ? null : node.networkProblem();
      if (problem !== null) return [`network is not ready: ${problem}`];
      const failure = await this.#sandboxes.replace(this.#observed);
      if (failure !== null) return [failure];
      this.#observed = await observePod(calls);
      sandbox = readySandbox(this.#observed.sandboxes);
      if (sandbox === null) return [];
    }
    const place = { id: sandbox.id, attempt: sandbox.metadata?.attempt ?? 0 };
    const failures = await this.#startWhatIsDue(place);
    this.#observed = await observePod(calls);
    return failures;
  }

  async #startWhatIsDue(sandbox: { id: string; attempt: number }): Promise<readonly string[]> {
    for (const container of this.pod.initContainers) {
      const newest = recordsOf(this.#observed, container.name, sandbox.id)[0];
      if (newest !== undefined && isExited(newest) && newest.exitCode === 0) continue;
      return this.#startIfDue(sandbox, container);
    }
    const failures: string[] = [];
    for (const container of this.pod.containers) {
      failures.push(...(await this.#startIfDue(sandbox, container)));
    }
    return failures;
  }

  async #startIfDue(
    sandbox: { id: string; attempt: number },
    container: LabContainer,
  ): Promise<readonly string[]> {
    const newest = recordsOf(this.#observed, container.name, sandbox.id)[0];
    if (newest !== undefined && !isExited(newest)) return [];
    if (newest !== undefined && !wantsRestart(this.pod.restartPolicy, newest)) return [];
    const records = recordsOf(this.#observed, container.name);
    return this.#starter.start(sandbox, container, { records, newestHere: newest ?? null });
  }

  /** A pod that will run nothing any more gives its sandbox back. */
  async #endSandbox(): Promise<readonly string[]> {
    const ready = readySandbox(this.#observed.sandboxes);
    if (ready === null) return [];
    const failure = await this.#sandboxes.stopAll(this.#observed);
    return failure === null ? [] : [failure];
  }

  #isDone(): boolean {
    if (this.pod.restartPolicy === 'Always' || this.#observed.containers.length === 0) return false;
    const hasEnded = (container: LabContainer) => {
      const newest = recordsOf(this.#observed, container.name)[0];
      if (newest === undefined || isRunning(newest) || !isExited(newest)) return false;
      return !wantsRestart(this.pod.restartPolicy, newest);
    };
    const hasFailedInit = this.pod.initContainers.some(
      (container) =>
        hasEnded(container) && recordsOf(this.#observed, container.name)[0]?.exitCode !== 0,
    );
    return hasFailedInit || this.pod.containers.every(hasEnded);
  }

  #hasBackOff(): boolean {
    return [...this.#reasons.values()].some((entry) => entry.reason.endsWith('BackOff'));
  }

  #lastLogged = { text: '', atMs: 0 };

  #logFailures(failures: readonly string[]): void {
    const text = failures.length === 1 ? failures.join() : `[${failures.join(', ')}]`;
    // We look every second where kubelet looks every ten or more: the same words are not repeated faster than it does.
    const isRepeated =
      text === this.#lastLogged.text && Date.now() - this.#lastLogged.atMs < RETRY_MS;
    if (isRepeated) return;
    this.#lastLogged = { text, atMs: Date.now() };
    this.#parts.log.error('pod_workers.go:1324', 'Error syncing pod, skipping', {
      err: text,
      pod: `${this.pod.namespace}/${this.pod.name}`,
      podUID: this.pod.uid,
    });
  }
}
