import type { Evidence } from '../contract/evidence.ts';
import type { Verdict } from '../contract/pod.ts';
import type { Outcome, Stage, StageState } from '../contract/stage.ts';
import type { Cause } from './cause.ts';
import { CAUSES } from './causes/index.ts';
import { markPart, uniqueEvidence } from './evidence.ts';
import { outcomeOf } from './find-stop.ts';
import type { FoundCause } from './found-cause.ts';
import { whole } from './numbers.ts';
import type { Clue, StageResult, StoppedPodView } from './pod-view.ts';
import { tellSummary } from './tell-summary.ts';
import { iso } from './time.ts';
import { unwrapError } from './unwrap-error.ts';

/** 8: more proof than a person reads at once; the cells keep the rest. */
const MAX_EVIDENCE = 8;

function firstMatch(
  view: StoppedPodView,
  nowMs: number,
  causes: readonly Cause[],
): FoundCause | null {
  for (let at = 0; at < causes.length; at += 1) {
    const cause = causes[at];
    const outcome = cause?.match(view, nowMs);
    if (cause !== undefined && outcome?.result === 'matched') return { cause, outcome };
  }
  return null;
}

const USUAL = CAUSES.filter((cause) => cause.isFallback !== true);
const FALLBACKS = CAUSES.filter((cause) => cause.isFallback === true);

/** The cause of the stop: the failing call's own words first, then the lines joined to it, then the plain "it ended". */
export function findCause(view: StoppedPodView, nowMs: number): FoundCause | null {
  const { stop } = view;
  if (stop === null || stop.state === 'unknown' || (stop.state === 'running' && !stop.isOverdue))
    return null;
  const clues = stop.clues.length === 0 ? [undefined] : stop.clues;
  for (const clue of clues) {
    const found = firstMatch(
      { ...view, textClues: clue === undefined ? [] : [clue] },
      nowMs,
      USUAL,
    );
    if (found !== null) return found;
  }
  return firstMatch(view, nowMs, FALLBACKS);
}

/** What the application wrote is proof, not an error message of the failing call. */
export function isErrorText(clue: Clue): boolean {
  return clue.text.trim() !== '' && clue.evidence.source !== 'pod-log';
}

/** Errors that only say that something went wrong below; the reason may stand in a line joined to them. */
const OPAQUE =
  /unable to retrieve OCI runtime error|final child.s pid from pipe|did not terminate suc+essfully(?:: exit status \d+)?$|^(?:runc|crun)?.{0,20}exit status \d+$|^context (?:canceled|deadline exceeded)$/i;

/** The clue that tells most: the failing call's own, unless it is opaque and another one is not. */
function tellingClue(stop: StageResult | null): Clue | null {
  const clues = (stop?.clues ?? []).filter(isErrorText);
  const clear = clues.find((clue) => !OPAQUE.test(unwrapError(clue.text).message));
  return clear ?? clues[0] ?? null;
}

function messageOf(stop: StageResult | null, found: FoundCause | null): string | null {
  if (found?.outcome.message != null) return found.outcome.message;
  const clue = tellingClue(stop);
  return clue === null ? null : unwrapError(clue.text).message || null;
}

/** For pods that nothing stopped: the proof that they run, or ran to their end. */
function proofOfRun(view: StoppedPodView): readonly Evidence[] {
  const proof: Evidence[] = [];
  view.results.forEach(({ stage, evidence }) => {
    if (stage === 'run') proof.push(...evidence);
  });
  return proof;
}

function needsOf(view: StoppedPodView): string[] {
  const needs: string[] = [];
  const judged = view.stop === null ? view.results : [view.stop];
  judged.forEach((result) => {
    result.needs.forEach((name) => {
      if (!needs.includes(name)) needs.push(name);
    });
  });
  return needs;
}

function sinceOf(view: StoppedPodView): number | null {
  if (view.stop !== null) return view.stop.sinceMs;
  let latest = 0;
  view.results.forEach(({ stage, sinceMs }) => {
    if (stage === 'run' && sinceMs !== null) latest = Math.max(latest, sinceMs);
  });
  return latest === 0 ? null : latest;
}

interface Head {
  readonly outcome: Outcome;
  readonly stage: Stage;
  readonly state: StageState;
}

function headOf(view: StoppedPodView): Head {
  const { stop } = view;
  if (stop === null)
    return { outcome: outcomeOf(view, view.results, null), stage: 'run', state: 'ok' };
  return { outcome: outcomeOf(view, view.results, stop), stage: stop.stage, state: stop.state };
}

/** No evidence, no verdict: a claim of failure that nothing proves becomes "unknown". */
function proven(head: Head, evidence: readonly Evidence[]): Head {
  const isClaim = head.outcome === 'stuck' || head.state === 'failed';
  return isClaim && evidence.length === 0
    ? { outcome: 'unknown', stage: head.stage, state: 'unknown' }
    : head;
}

function evidenceOf(
  view: StoppedPodView,
  found: FoundCause | null,
  message: string | null,
): Evidence[] {
  const own = view.stop === null ? proofOfRun(view) : view.stop.evidence;
  if (message === null && found === null) return own.slice(0, MAX_EVIDENCE);
  const told = found === null ? tellingClue(view.stop) : null;
  const proof = told === null ? own : [...own.slice(0, 1), told.evidence, ...own.slice(1)];
  const marked = proof.map((item) => (message === null ? item : markPart(item, message)));
  return uniqueEvidence([...(found?.outcome.evidence ?? []), ...marked]).slice(0, MAX_EVIDENCE);
}

/** The answer to "where did this pod stop, and why". */
export function verdictOf(view: StoppedPodView, found: FoundCause | null): Verdict {
  const { stop } = view;
  const message = messageOf(stop, found);
  const evidence = evidenceOf(view, found, message);
  const head = proven(headOf(view), evidence);
  const isUnproven = head.state === 'unknown';
  const needs = needsOf(view);
  return {
    ...head,
    cause: isUnproven ? null : (found?.cause.id ?? null),
    container: stop?.container ?? null,
    since: iso(sinceOf(view)),
    attempt: whole(stop?.attempt ?? null),
    nextRetryAt: iso(stop?.nextRetryAtMs ?? null),
    message,
    summary: tellSummary(view, found, head, message),
    needs: isUnproven && needs.length === 0 ? ['kubelet'] : needs,
    evidence,
  };
}
