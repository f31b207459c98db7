import type { NextCheck } from '../contract/evidence.ts';
import type { Cause, CauseOutcome } from './cause.ts';
import { type ExitFacts, exitOf } from './exit-facts.ts';
import { stoppedContainer } from './next-checks.ts';
import type { Clue, ContainerView, StoppedPodView } from './pod-view.ts';

/** The end of the container that decides, with all that is known of it. */
export interface ContainerEnd {
  readonly view: StoppedPodView;
  readonly container: ContainerView;
  readonly exit: ExitFacts;
}

export interface ExitCauseSpec {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
  readonly impact: string;
  readonly confusedWith?: readonly string[];
  readonly isNodeWide?: boolean;
  readonly isFallback?: boolean;
  readonly nextChecks: (view: StoppedPodView) => readonly NextCheck[];
  /** The few words of the match, with the clue that proves it beside the exit; null when it is not this cause. */
  readonly tells: (end: ContainerEnd) => { readonly detail: string; readonly clue?: Clue } | null;
  /** Sources without which the cause cannot be told; asked only when it does not match. */
  readonly blindWithout?: (
    end: ContainerEnd,
  ) => readonly ('kubelet' | 'kubelet-log' | 'runtime-log' | 'kernel-log')[];
}

function endOf(view: StoppedPodView): ContainerEnd | null {
  const container = stoppedContainer(view);
  if (view.stop?.stage !== 'run' || view.stop.state !== 'failed' || container === null) return null;
  const exit = exitOf(container);
  return exit === null ? null : { view, container, exit };
}

function match(spec: ExitCauseSpec, view: StoppedPodView): CauseOutcome {
  const end = endOf(view);
  if (end === null) return { result: 'clear' };
  const told = spec.tells(end);
  if (told === null) {
    const needs = (spec.blindWithout?.(end) ?? []).filter((name) => !view.node.has[name]);
    return needs.length > 0 ? { result: 'blind', needs } : { result: 'clear' };
  }
  const { clue } = told;
  return {
    result: 'matched',
    stage: 'run',
    container: end.container.name,
    detail: told.detail,
    message: (clue?.text ?? end.exit.message).trim() || null,
    evidence: clue === undefined ? [end.exit.evidence] : [clue.evidence, end.exit.evidence],
  };
}

/** Makes a cause that is recognised by how a container ended. */
export function exitCause(spec: ExitCauseSpec): Cause {
  return {
    id: spec.id,
    stages: ['run'],
    title: spec.title,
    explanation: spec.explanation,
    impact: spec.impact,
    confusedWith: spec.confusedWith ?? [],
    isNodeWide: spec.isNodeWide ?? false,
    isFallback: spec.isFallback ?? false,
    nextChecks: spec.nextChecks,
    match: (view) => match(spec, view),
  };
}

/** Whether kubelet asked for the stop before the container ended. */
export function stopBefore(end: ContainerEnd): boolean {
  const endedAtMs = end.exit.finishedAtMs ?? 0;
  return end.container.stops.some((call) => (call.beganAtMs ?? call.endedAtMs ?? 0) <= endedAtMs);
}
