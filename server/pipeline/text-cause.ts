import type { NextCheck } from '../contract/evidence.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { Stage } from '../contract/stage.ts';
import type { Cause, CauseOutcome } from './cause.ts';
import { markPart } from './evidence.ts';
import { plainText } from './plain-text.ts';
import type { Clue, StoppedPodView } from './pod-view.ts';
import { shorten } from './status-words.ts';
import { unwrapError } from './unwrap-error.ts';

export interface TextCauseSpec {
  readonly id: string;
  readonly stages: readonly Stage[];
  readonly title: string;
  readonly explanation: string;
  readonly impact: string;
  readonly confusedWith?: readonly string[];
  readonly isNodeWide?: boolean;
  /**
   * What the text must say, written for the kind of failure (call, object, errno, who speaks). Names in quotes are
   * masked ("…") before matching.
   */
  readonly patterns: readonly RegExp[];
  /** The same against the unmasked text, for the few names that decide (programs of the node itself). */
  readonly fullPatterns?: readonly RegExp[];
  /** What the text must not say. */
  readonly except?: readonly RegExp[];
  /** Words of kubelet that tell the cause without any text. */
  readonly reasons?: readonly string[];
  /** A few words from the text ("401 from registry.example"); the innermost message by default. */
  readonly detail?: (text: string, view: StoppedPodView | null) => string | null;
  readonly nextChecks: (view: StoppedPodView) => readonly NextCheck[];
}

/** A cause that is recognised by the error text of a failing call. */
export interface TextCause extends Cause {
  readonly patterns: readonly RegExp[];
  /** Whether an error text of one of the cause's stages tells this cause. */
  tells(text: string): boolean;
}

/** 160 characters: a line on a laptop; the raw error stands below in full. */
const MAX_DETAIL_LENGTH = 160;

function tellsText(spec: TextCauseSpec, text: string): boolean {
  const { masked, full } = plainText(text);
  const isTold =
    spec.patterns.some((pattern) => pattern.test(masked)) ||
    (spec.fullPatterns ?? []).some((pattern) => pattern.test(full));
  if (!isTold) return false;
  return !(spec.except ?? []).some((pattern) => pattern.test(masked));
}

function matched(
  spec: TextCauseSpec,
  view: StoppedPodView,
  stage: Stage,
  clue: Clue,
): CauseOutcome {
  const { message } = unwrapError(clue.text);
  const detail = spec.detail?.(plainText(clue.text).full, view) ?? message;
  return {
    result: 'matched',
    stage,
    container: view.stop?.container ?? null,
    detail: shorten(detail, MAX_DETAIL_LENGTH),
    message: message === '' ? null : message,
    evidence: [markPart(clue.evidence, message)],
  };
}

function blindness(view: StoppedPodView): CauseOutcome | null {
  const { stop } = view;
  if (stop === null) return null;
  if (stop.state !== 'unknown' && stop.clues.some((clue) => clue.text !== '')) return null;
  if (stop.state !== 'unknown' && stop.state !== 'failed') return null;
  const fallback: SourceName[] = (['kubelet', 'runtime-log'] as const).filter(
    (name) => !view.node.has[name],
  );
  const needs = stop.needs.length > 0 ? stop.needs : fallback;
  return needs.length === 0 ? null : { result: 'blind', needs };
}

function match(spec: TextCauseSpec, view: StoppedPodView): CauseOutcome {
  const { stop } = view;
  if (stop === null || !spec.stages.includes(stop.stage)) return { result: 'clear' };
  const blind = blindness(view);
  if (blind !== null) return blind;
  if (stop.state !== 'failed') return { result: 'clear' };
  const clue = view.textClues.find((item) => tellsText(spec, item.text));
  if (clue !== undefined) return matched(spec, view, stop.stage, clue);
  const first = stop.clues[0];
  const isNamed = stop.reason !== null && (spec.reasons ?? []).includes(stop.reason);
  return isNamed && first !== undefined
    ? matched(spec, view, stop.stage, first)
    : { result: 'clear' };
}

/** Makes a cause of texts: small, so that a new one is patterns and plain words, nothing else. */
export function textCause(spec: TextCauseSpec): TextCause {
  return {
    id: spec.id,
    stages: spec.stages,
    title: spec.title,
    explanation: spec.explanation,
    impact: spec.impact,
    confusedWith: spec.confusedWith ?? [],
    isNodeWide: spec.isNodeWide ?? false,
    patterns: spec.patterns,
    nextChecks: spec.nextChecks,
    tells: (text) => tellsText(spec, text),
    match: (view) => match(spec, view),
  };
}
