import type {
  CauseText,
  ContainerRow,
  PodDetail,
  RawError,
  StageCell,
  Verdict,
} from '../contract/pod.ts';
import { STAGES, type Stage, type StageState } from '../contract/stage.ts';
import { differencesOf } from './differences.ts';
import { fixLadder } from './fixes/fix-ladder.ts';
import type { FoundCause } from './found-cause.ts';
import { impactOf } from './impact.ts';
import { finite, whole } from './numbers.ts';
import type { ContainerView, StageResult, StoppedPodView } from './pod-view.ts';
import { isPassed } from './stage-result.ts';
import { tellPod } from './tell.ts';
import { iso } from './time.ts';
import { timelineOf } from './timeline.ts';
import { unwrapError } from './unwrap-error.ts';
import { isErrorText } from './verdict.ts';

/** 60 entries tell the story of a loop; a pod that runs well has little to tell. */
const TROUBLED_TIMELINE = 60;
const CALM_TIMELINE = 20;

/** The worst state of a stage is the one its dot shows. */
const BADNESS: Readonly<Record<StageState, number>> = {
  failed: 5,
  unknown: 4,
  running: 3,
  'not-reached': 2,
  ok: 1,
  skipped: 0,
};

function toCell(result: StageResult): StageCell {
  const cell: StageCell = {
    container: result.container,
    stage: result.stage,
    state: result.state,
    startedAt: iso(result.startedAtMs),
    durationMs: finite(result.durationMs),
    attempt: whole(result.attempt),
    word: result.word,
    detail: result.detail,
    evidence: [...result.evidence],
  };
  const { steps, progress } = result;
  if (progress !== undefined) cell.progress = progress;
  if (steps !== undefined && steps.length > 0) cell.steps = [...steps];
  return cell;
}

function dotsOf(results: readonly StageResult[]): PodDetail['dots'] {
  const worst: Partial<Record<Stage, StageState>> = {};
  for (const { stage, state } of results) {
    const known = worst[stage];
    if (known === undefined || BADNESS[state] > BADNESS[known]) worst[stage] = state;
  }
  const dots: PodDetail['dots'] = [];
  for (const stage of STAGES) {
    const state = worst[stage];
    if (state !== undefined) dots.push({ stage, state });
  }
  return dots;
}

function isReady(container: ContainerView, run: StageResult | undefined): boolean {
  if (container.kubelet !== null)
    return container.kubelet.ready && container.record?.state === 'running';
  return run?.state === 'ok' && container.record?.state === 'running' && container.type !== 'init';
}

function reasonOf(container: ContainerView): string | null {
  const state = container.kubelet?.state;
  if (state?.kind === 'waiting') return state.reason;
  if (state?.kind === 'terminated') return state.reason;
  return container.status?.reason || null;
}

function toRow(container: ContainerView, own: readonly StageResult[]): ContainerRow {
  const decides = own.find((item) => !isPassed(item)) ?? own.at(-1);
  return {
    name: container.name,
    type: container.type,
    id: container.record?.id ?? null,
    attempt: whole(container.record?.attempt ?? null),
    image: container.image,
    stage: decides?.stage ?? 'pull',
    state: decides?.state ?? 'not-reached',
    ready: isReady(container, own.at(-1)),
    restartCount: whole(container.kubelet?.restartCount ?? container.record?.attempt ?? 0) ?? 0,
    reason: reasonOf(container),
  };
}

function causeText(view: StoppedPodView, found: FoundCause | null): CauseText | null {
  if (found === null) return null;
  const { cause } = found;
  return {
    id: cause.id,
    title: cause.title,
    explanation: cause.explanation,
    impact: impactOf(view, cause),
    nextChecks: [...cause.nextChecks(view)],
    fix: [...fixLadder(cause.id, view)],
    confusedWith: [...cause.confusedWith],
  };
}

function rawErrorOf(view: StoppedPodView): RawError | null {
  const { stop } = view;
  const clue = stop === null || stop.state === 'ok' ? undefined : stop.clues.find(isErrorText);
  if (clue === undefined) return null;
  const { frames, innermost } = unwrapError(clue.text);
  return { text: clue.text, frames: [...frames], innermost: [innermost[0], innermost[1]] };
}

interface Judged {
  readonly view: StoppedPodView;
  readonly verdict: Verdict;
  readonly found: FoundCause | null;
}

interface Moment {
  readonly nowMs: number;
  readonly asOf: string;
  readonly isStale: boolean;
}

function cellsByContainer(
  results: readonly StageResult[],
): ReadonlyMap<string, readonly StageResult[]> {
  const map = new Map<string, StageResult[]>();
  for (const result of results) {
    if (result.container === null) continue;
    const list = map.get(result.container);
    if (list === undefined) map.set(result.container, [result]);
    else list.push(result);
  }
  return map;
}

/** The pod in full, as the contract gives it. */
export function toPodDetail(
  { view, verdict, found }: Judged,
  { nowMs, asOf, isStale }: Moment,
): PodDetail {
  const cells = cellsByContainer(view.results);
  const containers = view.containers.map((item) => toRow(item, cells.get(item.name) ?? []));
  const newest = view.sandboxes[0];
  const told = verdict.state === 'unknown' ? null : found;
  const isCalm = verdict.outcome === 'ready' || verdict.outcome === 'completed';
  return {
    namespace: view.namespace,
    name: view.name,
    uid: view.uid,
    kind: view.kind,
    createdAt: iso(view.createdAtMs),
    verdict,
    dots: dotsOf(view.results),
    readyCount: containers.filter((item) => item.ready && item.type !== 'init').length,
    containers,
    asOf,
    stale: isStale,
    source: 'live',
    qosClass: view.kubelet?.qosClass ?? null,
    runtimeHandler: newest?.runtimeHandler || view.kubelet?.runtimeClassName || null,
    ip: view.sandboxStatus?.ip ?? view.kubelet?.podIp ?? null,
    labels: view.labels,
    sentence: tellPod(view, verdict, told),
    cause: causeText(view, told),
    rawError: rawErrorOf(view),
    stages: view.results.map(toCell),
    sandboxes: view.sandboxes.map((item, index) => ({
      id: item.id,
      attempt: whole(item.attempt) ?? 0,
      state: item.state,
      createdAt: iso(item.createdAtMs),
      ip: index === 0 ? (view.sandboxStatus?.ip ?? null) : null,
      runtimeHandler: item.runtimeHandler,
    })),
    timeline: [...timelineOf(view, isCalm ? CALM_TIMELINE : TROUBLED_TIMELINE, !isCalm)],
    findings: [],
    differences: differencesOf(view, nowMs),
  };
}
