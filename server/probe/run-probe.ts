import type { JsonObject } from '../contract/cri-config.ts';
import type { Probe, ProbeCall, ProbeComparison, RegistryAuth } from '../contract/probe.ts';
import { type CancelReason, PROBE_CALLS } from '../contract/probe-words.ts';
import { isRemoved } from './is-removed.ts';
import type { ProbeLimits } from './limits.ts';
import { makeCall } from './make-call.ts';
import { NextPress } from './next-press.ts';
import type { ProbeLog, ProbeNode } from './probe-node.ts';
import {
  beginStep,
  breakOffStep,
  endStep,
  joined,
  type ProbeRecord,
  type StepRecord,
} from './probe-record.ts';
import type { PulledImage } from './remove-image.ts';
import { type RemovalTarget, removeProbe, toCleanup } from './remove-probe.ts';
import { explainFailure } from './step-error.ts';
import { refreshParts } from './step-parts.ts';
import { tellRequests } from './tell-requests.ts';

export interface RunParts {
  readonly node: ProbeNode;
  readonly limits: ProbeLimits;
  readonly log: ProbeLog;
  readonly record: ProbeRecord;
  readonly auth: RegistryAuth | null;
  readonly logFolder: string;
  /** Null where the image was on the node before. */
  readonly image: PulledImage | null;
  /** As it may be told. */
  readonly redact: (request: JsonObject) => JsonObject;
  /** Beside the stuck pod; null where there is none. */
  readonly compare: ((signal: AbortSignal) => Promise<ProbeComparison | null>) | null;
}

/** Drives one probe from its first call until nothing of it is left, whatever happens; nothing of it rejects. */
export class ProbeRun {
  readonly #parts: RunParts;
  readonly #stopping = new AbortController();
  /** Ends the clean-up too: the server has no more time. */
  readonly #givingUp = new AbortController();
  readonly #press: NextPress;
  #auth: RegistryAuth | null;
  #deadline: NodeJS.Timeout | null = null;
  #cleaning: Promise<void> | null = null;
  #refreshing = false;
  #refreshedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#auth = parts.auth;
    this.#press = new NextPress(parts.limits.unwatchedMs, parts.limits.lookMs);
    tellRequests(this.#parts);
  }

  get record(): ProbeRecord {
    return this.#parts.record;
  }

  get logFolder(): string {
    return this.#parts.logFolder;
  }

  /** Makes the calls; resolves when it has ended and is cleaned up as far as that goes. */
  async run(): Promise<void> {
    const { record, log } = this.#parts;
    this.#deadline = setTimeout(
      () => this.cancel('deadline'),
      Math.max(0, record.start.deadlineAtMs - record.start.startedAtMs),
    );
    this.#deadline.unref();
    try {
      await this.#makeCalls();
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        log.error({ err: error, probe: record.start.id }, 'a probe failed in cri-triage itself');
        record.state = 'failed';
      }
    }
    this.#auth = null;
    clearTimeout(this.#deadline);
    this.#settle();
    await this.cleanUp();
    record.endedAtMs = Date.now();
  }

  /** Somebody looks at it; parts of a call that runs are read anew. */
  look(): void {
    this.#press.look();
    if (!isOver(this.record.state)) this.#refresh();
  }

  /** Makes the call that waits; false where none does. */
  next(): boolean {
    return this.#press.press();
  }

  /** Gives it up; what is over stays as it is. */
  cancel(reason: CancelReason): void {
    if (this.#stopping.signal.aborted || isOver(this.record.state)) return;
    this.record.cancel = reason;
    this.#stopping.abort(new Error(`the probe was given up: ${reason}`));
  }

  /** Removes everything, or tries again what could not be removed; at most once at a time. */
  cleanUp(): Promise<void> {
    this.#cleaning ??= this.#clean().finally(() => {
      this.#cleaning = null;
    });
    return this.#cleaning;
  }

  /** The server stops: it ends within `ms`, and what is left then is the next server's. */
  giveUpAfter(ms: number): void {
    this.cancel('server-stops');
    setTimeout(() => this.#givingUp.abort(), ms).unref();
  }

  async #makeCalls(): Promise<void> {
    const { record } = this.#parts;
    for (const call of PROBE_CALLS) {
      if (!(await this.#mayGoOn(call))) return;
      const isPassed = await this.#step(call);
      await this.#compare();
      if (!isPassed) return;
    }
    // Only now is it proven; that it was removed meanwhile takes nothing away.
    if (record.start.mode === 'step') await this.#mayGoOn('CleanUp');
  }

  /** In step mode waits for a person; false where it was given up meanwhile. */
  async #mayGoOn(next: ProbeCall | 'CleanUp'): Promise<boolean> {
    const { record } = this.#parts;
    const { signal } = this.#stopping;
    if (record.start.mode === 'step') {
      record.state = 'waiting';
      record.next = next;
      const end = await this.#press.wait(signal, () =>
        isRemoved(this.#parts, this.#stopping.signal),
      );
      record.next = null;
      if (end === 'nobody-looks') this.cancel('nobody-looks');
      if (end === 'removed') this.#removedByOthers(next);
    }
    if (signal.aborted) return false;
    record.state = 'running';
    return true;
  }

  /** True where the next call may be made. */
  async #step(call: ProbeCall): Promise<boolean> {
    const { record, node, limits } = this.#parts;
    const step = record.step(call);
    const { signal } = this.#stopping;
    if (call === 'RunPodSandbox') await this.#makeLogFolder(step);
    beginStep(step);
    tellRequests(this.#parts);
    const context = { node, limits, record, auth: this.#auth, signal };
    try {
      const outcome = await makeCall(call, context);
      if (call === 'PullImage') this.#auth = null;
      endStep(step, outcome);
      if (outcome.kind === 'failed') {
        if (await this.#wasTakenAway(call, step)) return false;
        await explainFailure(step, outcome.failure, context);
      }
      await this.#readParts();
      return outcome.kind !== 'failed';
    } catch (error) {
      if (step.state !== 'failed') breakOffStep(step, signal.aborted ? 'cancelled' : 'failed');
      throw error;
    }
  }

  /** CRI-O starts no container without it; containerd would make it itself. */
  async #makeLogFolder(step: StepRecord): Promise<void> {
    const why = await this.#parts.node.folders.make(this.#parts.logFolder);
    if (why !== null) step.note = `The folder of its log could not be made: ${why}.`;
  }

  /** Whether the failure is only that somebody removed our sandbox under us. */
  async #wasTakenAway(call: ProbeCall, step: StepRecord): Promise<boolean> {
    if (call === 'RunPodSandbox' || !(await isRemoved(this.#parts, this.#stopping.signal)))
      return false;
    step.error = null;
    if (call === 'Observe') {
      // It was started: that is what there was to prove.
      step.state = 'ok';
      step.note = 'It was started; then kubelet (or a person) removed the sandbox.';
      this.record.isRemovedByOthers = true;
      return true;
    }
    step.state = 'cancelled';
    step.note = joined(step.note, 'Its sandbox was gone before this call.');
    this.#removedByOthers(call);
    return true;
  }

  #removedByOthers(next: ProbeCall | 'CleanUp'): void {
    this.record.isRemovedByOthers = true;
    if (next !== 'CleanUp' && next !== 'Observe') this.cancel('removed-by-kubelet');
  }

  /** What became of it, told for good. */
  #settle(): void {
    const { record } = this.#parts;
    const hasFailed = record.steps.some(({ state }) => state === 'failed');
    if (hasFailed || record.state === 'failed') {
      // Given up while its failure was looked into: that it failed is what there is to know.
      record.cancel = null;
      record.state = 'failed';
    } else record.state = record.cancel === null ? 'succeeded' : 'cancelled';
    for (const step of record.steps) if (step.state === 'pending') step.state = 'not-reached';
    record.next = null;
  }

  async #clean(): Promise<void> {
    const { record, node, limits, logFolder, image } = this.#parts;
    const beganMs = performance.now();
    record.cleanup = { ...record.cleanup, state: 'running' };
    const target: RemovalTarget = {
      id: record.start.id,
      sandboxId: record.sandboxId,
      containerId: record.containerId,
      image: record.hasTriedToPull ? image : null,
      logFolder,
      mayComeToBe: record.mayComeToBe,
    };
    const parts = { cri: node.cri, folders: node.folders, limits: limits.removal };
    const removal = await removeProbe(parts, target, this.#givingUp.signal);
    const cleanup = toCleanup(removal, record.cleanup);
    const note = record.isRemovedByOthers
      ? joined(REMOVED_FIRST, cleanup.note ?? '').trim()
      : cleanup.note;
    record.cleanup = { ...cleanup, note, durationMs: Math.round(performance.now() - beganMs) };
    if (cleanup.left.length === 0) record.mayComeToBe = false;
  }

  async #compare(): Promise<void> {
    const { compare, record, log } = this.#parts;
    if (compare === null) return;
    try {
      record.comparison = (await compare(this.#stopping.signal)) ?? record.comparison;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log.warn({ err: error, probe: record.start.id }, 'a probe could not be held beside its pod');
    }
  }

  #refresh(): void {
    const nowMs = performance.now();
    const isSoon = nowMs - this.#refreshedAtMs < this.#parts.limits.progressEachMs;
    if (this.#refreshing || isSoon) return;
    this.#refreshedAtMs = nowMs;
    void this.#readParts();
  }

  /** Never rejects: parts are a gift. */
  async #readParts(): Promise<void> {
    const { node, record } = this.#parts;
    this.#refreshing = true;
    try {
      const detail = await node.podDetail(record.start.plan.pod, this.#stopping.signal);
      if (detail !== null) refreshParts(record, detail);
    } catch (error) {
      if (!this.#stopping.signal.aborted) {
        this.#parts.log.warn({ err: error }, 'the parts of a call of a probe could not be read');
      }
    } finally {
      this.#refreshing = false;
    }
  }
}

const REMOVED_FIRST = 'kubelet (or a person) was there first.';

function isOver(state: Probe['state']): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
