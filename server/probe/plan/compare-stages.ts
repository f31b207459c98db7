import type { PodDetail, StageCell } from '../../contract/pod.ts';
import type { ProbeCall, ProbeComparison, ProbeStep } from '../../contract/probe.ts';
import { POD_STAGES, type Stage, type StageState } from '../../contract/stage.ts';

export type ComparedStage = ProbeComparison['stages'][number];
type Reading = ComparedStage['reading'];

/** Stages beside each other; the way down is no part of a start. */
const CALL_OF = [
  ['kubelet', null],
  ['sandbox', 'RunPodSandbox'],
  ['pull', 'PullImage'],
  ['create', 'CreateContainer'],
  ['start', 'StartContainer'],
  ['run', 'Observe'],
] as const satisfies readonly (readonly [Stage, ProbeCall | null])[];

/** Each stage of the probe beside the pod's, in the order in which kubelet drives them. */
export function compareStages(
  steps: readonly ProbeStep[],
  detail: PodDetail,
  container: string | null,
): readonly ComparedStage[] {
  return CALL_OF.map(([stage, call]) => {
    const step = steps.find((item) => item.call === call);
    const cell = cellOf(detail, stage, container);
    const pod = podState(detail, stage, cell);
    // What kubelet does before its first call is not asked of it for a probe.
    if (step === undefined) return { stage, probe: 'skipped', pod, reading: 'open' };
    return { stage, probe: step.state, pod, reading: readingOf(step, { detail, stage, pod }) };
  });
}

function cellOf(detail: PodDetail, stage: Stage, container: string | null): StageCell | undefined {
  const isPods = POD_STAGES.some((name) => name === stage);
  return detail.stages.find(
    (cell) => cell.stage === stage && cell.container === (isPods ? null : container),
  );
}

/** A stage at which a pod hangs has failed it as surely as an error. */
function podState(detail: PodDetail, stage: Stage, cell: StageCell | undefined): StageState {
  const { outcome, stage: decides, container } = detail.verdict;
  const isHere = decides === stage && (container === null || container === cell?.container);
  const state = cell?.state ?? 'unknown';
  return outcome === 'stuck' && isHere && state === 'running' ? 'failed' : state;
}

interface PodStage {
  readonly detail: PodDetail;
  readonly stage: Stage;
  readonly pod: StageState;
}

function readingOf(step: ProbeStep, there: PodStage): Reading {
  const here = outcomeOf(step.state);
  const its = outcomeOf(there.pod);
  if (here === 'open' || its === 'open') return 'open';
  if (here === 'failed' && its === 'failed') {
    return isSameFailure(step, there) ? 'same-failure' : 'other-failure';
  }
  if (here === 'failed') return 'only-probe-fails';
  if (its !== 'failed') return 'same-ok';
  // A pull that was not made proves nothing about one that fails.
  return step.state === 'skipped' ? 'open' : 'only-pod-fails';
}

function outcomeOf(state: ProbeStep['state'] | StageState): 'ok' | 'failed' | 'open' {
  if (state === 'ok' || state === 'skipped') return 'ok';
  return state === 'failed' ? 'failed' : 'open';
}

/** By the cause where both have one; else by the words, without the ids in them. */
function isSameFailure(step: ProbeStep, { detail, stage }: PodStage): boolean {
  const { verdict } = detail;
  if (verdict.stage !== stage) return false;
  const here = known(step.cause);
  const there = known(verdict.cause);
  if (here !== null && there !== null) return here === there;
  const text = step.error?.text.slice(...step.error.innermost) ?? '';
  const said = verdict.message ?? '';
  return text !== '' && withoutIds(text) === withoutIds(said);
}

function known(cause: string | null): string | null {
  return cause === 'unknown' ? null : cause;
}

function withoutIds(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12,}\b/g, '#')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\d+/g, '#')
    .replace(/[\s.]+$/, '');
}
