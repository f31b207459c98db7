import type { Stage, StageState } from '../contract/stage.ts';
import type { StageResult } from './pod-view.ts';

const NO_EVIDENCE: StageResult['evidence'] = [];
const NO_CLUES: StageResult['clues'] = [];
const NO_STEPS: NonNullable<StageResult['steps']> = [];
const NO_NEEDS: StageResult['needs'] = [];
type Given = Partial<Omit<StageResult, 'stage' | 'container' | 'state' | 'word'>>;
const NOTHING: Given = {};

/** Floors of design §2: how long a stage may run before a starting pod counts as stuck. */
export const FLOOR_MS = {
  /** 2 min 10 s: kubelet itself gives volumes two minutes before it reports them. */
  kubelet: 130_000,
  sandbox: 30_000,
  /** Without progress. */
  pull: 60_000,
  /** 3 min where bytes cannot be seen (CRI-O): a large image takes that long, and slow is not hung. */
  pullUnseen: 180_000,
  create: 20_000,
  start: 20_000,
  /** 30 s: init containers that work longer are worth a look; nothing fails by being named. */
  init: 30_000,
  /** 30 s: a first readiness probe is due well before. */
  readiness: 30_000,
  /** 30 s: after KILL a process is gone at once, and a network is undone in a second or two. */
  teardown: 30_000,
} as const;

/** A cell of the pipeline; what is not given is empty. */
export function cell(
  place: readonly [Stage, string | null],
  state: StageState,
  word: string,
  given: Given = NOTHING,
): StageResult {
  // Field by field: thousands of cells a second, all of one shape.
  return {
    stage: place[0],
    container: place[1],
    state,
    word,
    detail: given.detail ?? null,
    startedAtMs: given.startedAtMs ?? null,
    durationMs: given.durationMs ?? null,
    attempt: given.attempt ?? null,
    sinceMs: given.sinceMs ?? null,
    nextRetryAtMs: given.nextRetryAtMs ?? null,
    evidence: given.evidence ?? NO_EVIDENCE,
    clues: given.clues ?? NO_CLUES,
    reason: given.reason ?? null,
    needs: given.needs ?? NO_NEEDS,
    isOverdue: given.isOverdue ?? false,
    ...(given.progress === undefined ? {} : { progress: given.progress }),
    steps: given.steps ?? NO_STEPS,
  };
}

/** A cell that an earlier stage keeps from being reached: never a failure. */
export function notReached(stage: Stage, container: string | null): StageResult {
  return cell([stage, container], 'not-reached', 'not reached');
}

/** Whether the pod's way goes on behind this cell. */
export function isPassed(result: StageResult): boolean {
  return result.state === 'ok' || result.state === 'skipped';
}

/** Whether a stage that began at `sinceMs` has run longer than `floorMs`. */
export function isLongerThan(sinceMs: number | null, floorMs: number, nowMs: number): boolean {
  return sinceMs !== null && nowMs - sinceMs > floorMs;
}
