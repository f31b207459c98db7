import { setTimeout as delay } from 'node:timers/promises';
import { ContainerState, RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { LabCri } from '../cri-client.ts';
import type { KlogWriter } from './klog-writer.ts';
import { callWords } from './kubelet-words.ts';

const runtime = RuntimeService.method;
/** kubelet's relist period. */
const RELIST_MS = 1_000;
/** kubelet allows two minutes a call; a lab is looked at sooner. */
const CALL_DEADLINE_MS = 20_000;
/** kubelet calls the runtime down after this long without a good status … */
const DOWN_AFTER_MS = 30_000;
/** … and its relist unhealthy after this long. */
const PLEG_AFTER_MS = 180_000;
/** kubelet looks at the runtime's status this often. */
const STATUS_MS = 5_000;

export interface RuntimeWatchParts {
  readonly cri: LabCri;
  readonly log: KlogWriter;
  readonly signal: AbortSignal;
  /** Something of this pod changed. */
  onChange(podUid: string): void;
  /** The runtime answers again. */
  onBack(): void;
  /** namespace/name of a pod we drive, null for others. */
  podKey(podUid: string): string | null;
}

/** kubelet's view of the runtime as a whole: lists it every second, tells what changed, and whether the network is ready. */
export class RuntimeWatch {
  readonly #parts: RuntimeWatchParts;
  #networkProblem: string | null = 'container runtime status check may not have completed yet';
  #states = new Map<string, ContainerState>();
  #lastRelistMs = Date.now();
  #isAway = false;
  #lastStatusMs = Date.now();

  constructor(parts: RuntimeWatchParts) {
    this.#parts = parts;
  }

  networkProblem(): string | null {
    return this.#networkProblem;
  }

  /** True while the runtime does not answer: kubelet then leaves all pods alone until it does. */
  isRuntimeAway(): boolean {
    return this.#isAway;
  }

  /** Watches until the signal aborts. */
  async run(): Promise<void> {
    const { signal } = this.#parts;
    let statusDueMs = 0;
    while (!signal.aborted) {
      if (Date.now() >= statusDueMs) {
        await this.#readStatus();
        statusDueMs = Date.now() + (this.#networkProblem === null ? STATUS_MS : RELIST_MS);
      }
      await this.#relist();
      await delay(RELIST_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #readStatus(): Promise<void> {
    const { cri, log, signal } = this.#parts;
    try {
      const { status } = await cri.call(
        runtime.status,
        {},
        { signal, deadlineMs: CALL_DEADLINE_MS },
      );
      this.#lastStatusMs = Date.now();
      const network = status?.conditions.find((condition) => condition.type === 'NetworkReady');
      this.#networkProblem =
        network?.status === true
          ? null
          : `container runtime network not ready: NetworkReady=false reason:${network?.reason} message:${network?.message}`;
    } catch (error) {
      if (signal.aborted) return;
      const err = callWords(error).logged;
      log.error('remote_runtime.go:636', 'Status from runtime service failed', { err });
      this.#logUnhealthy();
    }
  }

  #logUnhealthy(): void {
    const problems: string[] = [];
    const nowMs = Date.now();
    if (nowMs - this.#lastStatusMs > DOWN_AFTER_MS) problems.push('container runtime is down');
    const idleMs = nowMs - this.#lastRelistMs;
    if (idleMs > PLEG_AFTER_MS) {
      const ago = `${Math.floor(idleMs / 60_000)}m${((idleMs % 60_000) / 1000).toFixed(3)}s`;
      problems.push(`PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s`);
    }
    if (problems.length === 0) return;
    const err = problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`;
    this.#parts.log.error('kubelet.go:2661', 'Skipping pod synchronization', { err });
  }

  async #relist(): Promise<void> {
    const { cri, log, signal } = this.#parts;
    try {
      const options = { signal, deadlineMs: CALL_DEADLINE_MS };
      const sandboxes = await cri.call(runtime.listPodSandbox, {}, options);
      const containers = await cri.call(runtime.listContainers, {}, options);
      this.#lastRelistMs = Date.now();
      this.#setAway(false);
      const states = new Map<string, ContainerState>();
      for (const sandbox of sandboxes.items) {
        const isReady = sandbox.state === 0;
        const state = isReady ? ContainerState.CONTAINER_RUNNING : ContainerState.CONTAINER_EXITED;
        this.#note(states, { id: sandbox.id, state, uid: sandbox.metadata?.uid ?? '' });
      }
      for (const container of containers.containers) {
        const uid = container.labels['io.kubernetes.pod.uid'] ?? '';
        this.#note(states, { id: container.id, state: container.state, uid });
      }
      this.#states = states;
    } catch (error) {
      if (signal.aborted) return;
      this.#setAway(true);
      const err = callWords(error).logged;
      log.error('generic.go:312', 'GenericPLEG: Unable to retrieve pods', { err });
    }
  }

  #setAway(isAway: boolean): void {
    const isBack = this.#isAway && !isAway;
    this.#isAway = isAway;
    if (isBack) this.#parts.onBack();
  }

  #note(
    states: Map<string, ContainerState>,
    record: { readonly id: string; readonly state: ContainerState; readonly uid: string },
  ): void {
    states.set(record.id, record.state);
    if (this.#states.get(record.id) === record.state) return;
    const pod = this.#parts.podKey(record.uid);
    if (pod === null) return;
    const isStarted = record.state === ContainerState.CONTAINER_RUNNING;
    if (isStarted || record.state === ContainerState.CONTAINER_EXITED) {
      this.#parts.log.info('kubelet.go:2752', 'SyncLoop (PLEG): event for pod', {
        pod,
        event: {
          ID: record.uid,
          Type: isStarted ? 'ContainerStarted' : 'ContainerDied',
          Data: record.id,
        },
      });
    }
    this.#parts.onChange(record.uid);
  }
}
