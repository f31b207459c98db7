import type { JsonObject } from '../contract/cri-config.ts';
import type { UsualDuration } from '../contract/history.ts';
import type {
  Probe,
  ProbeCall,
  ProbeComparison,
  ProbePodRef,
  ProbeState,
  ProbeStepState,
} from '../contract/probe.ts';
import { CANCEL_SENTENCES, type CancelReason, PROBE_CALLS } from '../contract/probe-words.ts';
import { probeSentence } from './plan/sentence.ts';
import type { ProbePlan } from './plan.ts';
import type { StepOutcome } from './step-outcome.ts';

type Step = Probe['steps'][number];

/** One step while it is made; times by the monotonic clock beside the wall's. */
export interface StepRecord {
  readonly call: ProbeCall;
  state: ProbeStepState;
  startedAtMs: number | null;
  beganTickMs: number;
  durationMs: number | null;
  request: JsonObject | null;
  response: JsonObject | null;
  note: string | null;
  error: Step['error'];
  cause: Step['cause'];
  causeText: Step['causeText'];
  parts: Step['steps'];
  progress: Step['progress'];
}

export interface RecordStart {
  readonly id: string;
  readonly mode: Probe['mode'];
  readonly user: string;
  readonly startedAtMs: number;
  readonly deadlineAtMs: number;
  readonly plan: ProbePlan;
  /** The stuck pod it is held beside. */
  readonly beside: ProbePodRef | null;
}

/** What is known of one probe, as it grows; the only place where it is kept. */
export class ProbeRecord {
  readonly start: RecordStart;
  state: ProbeState = 'pending';
  endedAtMs: number | null = null;
  next: Probe['next'] = null;
  cancel: CancelReason | null = null;
  readonly steps: readonly StepRecord[];
  cleanup: Probe['cleanup'] = {
    state: 'pending',
    durationMs: null,
    removed: [],
    left: [],
    note: null,
  };
  output: Probe['output'] = [];
  comparison: ProbeComparison | null = null;
  sandboxId: string | null = null;
  containerId: string | null = null;
  /** A call that makes something was broken off: it may come to be yet. */
  mayComeToBe = false;
  hasTriedToPull = false;
  /** Somebody else removed our sandbox. */
  isRemovedByOthers = false;

  constructor(start: RecordStart) {
    this.start = start;
    this.steps = PROBE_CALLS.map((call) => ({
      call,
      state: 'pending',
      startedAtMs: null,
      beganTickMs: 0,
      durationMs: null,
      request: null,
      response: null,
      note: null,
      error: null,
      cause: null,
      causeText: null,
      parts: [],
      progress: null,
    }));
  }

  step(call: ProbeCall): StepRecord {
    const found = this.steps.find((step) => step.call === call);
    if (found === undefined) throw new Error(`no step ${call}`);
    return found;
  }

  get hasEnded(): boolean {
    return this.endedAtMs !== null;
  }

  /** As it is told, with the node's usual durations. */
  toProbe(usual: readonly UsualDuration[]): Probe {
    const { plan, id, mode, user, startedAtMs, deadlineAtMs } = this.start;
    const told: Omit<Probe, 'sentence'> = {
      id,
      state: this.state,
      mode,
      user,
      startedAt: iso(startedAtMs),
      endedAt: this.endedAtMs === null ? null : iso(this.endedAtMs),
      deadlineAt: iso(deadlineAtMs),
      pod: plan.pod,
      image: plan.image,
      runtimeHandler: plan.runtimeHandler,
      changes: plan.changes,
      privileges: plan.privileges,
      steps: this.steps.map((step) => toStep(step, usual)),
      next: this.next,
      cancel:
        this.cancel === null
          ? null
          : { reason: this.cancel, sentence: CANCEL_SENTENCES[this.cancel] },
      cleanup: this.cleanup,
      output: this.output,
      comparison: this.comparison,
    };
    return { ...told, sentence: probeSentence(told) };
  }
}

/** The call is on its way. */
export function beginStep(step: StepRecord): void {
  step.state = 'running';
  step.startedAtMs = Date.now();
  step.beganTickMs = performance.now();
}

/** It was answered, or there was nothing to ask for. */
export function endStep(step: StepRecord, outcome: StepOutcome): void {
  step.durationMs = performance.now() - step.beganTickMs;
  step.state = outcome.kind;
  if (outcome.kind !== 'skipped') step.response = outcome.response ?? null;
  if (outcome.note !== undefined) step.note = joined(step.note, outcome.note);
}

/** It ended without an answer. */
export function breakOffStep(step: StepRecord, state: 'cancelled' | 'failed'): void {
  step.durationMs = performance.now() - step.beganTickMs;
  step.state = state;
}

/** Two sentences beside each other, of which the first may be missing. */
export function joined(first: string | null, second: string): string {
  return first === null ? second : `${first} ${second}`;
}

function toStep(step: StepRecord, usual: readonly UsualDuration[]): Step {
  const known = usual.find(({ call }) => call === step.call);
  const soFarMs = step.state === 'running' ? performance.now() - step.beganTickMs : step.durationMs;
  return {
    call: step.call,
    state: step.state,
    startedAt: step.startedAtMs === null ? null : iso(step.startedAtMs),
    durationMs: soFarMs === null ? null : Math.round(soFarMs),
    usualMs: known?.medianMs ?? null,
    usualP95Ms: known?.p95Ms ?? null,
    request: step.request,
    response: step.response,
    note: step.note,
    error: step.error,
    cause: step.cause,
    causeText: step.causeText,
    steps: step.parts,
    progress: step.progress,
  };
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
