import { type Outcome, STAGE_LABEL, type Stage, type StageState } from '../contract/stage.ts';
import type { FoundCause } from './found-cause.ts';
import type { StageResult, StoppedPodView } from './pod-view.ts';
import { shorten } from './status-words.ts';

/** 120 characters: one row of the pods table. */
const MAX_LENGTH = 120;

interface Head {
  readonly outcome: Outcome;
  readonly stage: Stage;
  readonly state: StageState;
}

const ORDINAL_SUFFIX: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  return `${count}${isTeen ? 'th' : (ORDINAL_SUFFIX[count % 10] ?? 'th')}`;
}

function restarts(stop: StageResult): string {
  return stop.attempt === null || stop.attempt === 0 ? '' : `, ${ordinal(stop.attempt)} restart`;
}

function runSummary(stop: StageResult, what: string): string {
  if (stop.reason === 'CrashLoopBackOff') return `CrashLoop: ${what}${restarts(stop)}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${restarts(stop)}`;
}

function failedSummary(stop: StageResult, what: string): string {
  if (stop.stage === 'run') return runSummary(stop, what);
  return `${STAGE_LABEL[stop.stage]} failed: ${what}`;
}

function runningSummary(stop: StageResult, found: FoundCause | null): string {
  const label = STAGE_LABEL[stop.stage];
  if (found !== null) return `${label}: ${found.outcome.detail}`;
  const detail = stop.detail === null ? '' : `, ${stop.detail}`;
  return `${label}: ${stop.word}${detail}`;
}

/** A few words for a table row; no times of the clock in it, so that a row changes only when its pod does. */
export function tellSummary(
  view: StoppedPodView,
  found: FoundCause | null,
  head: Head,
  message: string | null,
): string {
  const { stop } = view;
  if (stop === null) return head.outcome === 'completed' ? 'Completed' : 'Running';
  const what = found?.outcome.detail || message || stop.detail || stop.word;
  if (head.state === 'unknown')
    return shorten(`${STAGE_LABEL[stop.stage]}: ${stop.word}`, MAX_LENGTH);
  if (head.state === 'failed') return shorten(failedSummary(stop, what), MAX_LENGTH);
  if (head.outcome === 'terminating')
    return shorten(`Terminating${stop.detail === null ? '' : `: ${stop.detail}`}`, MAX_LENGTH);
  return shorten(runningSummary(stop, found), MAX_LENGTH);
}
