import type { PodHistory, Transition } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { Stage } from '../contract/stage.ts';
import { atMsOf, type CallEntry, type PodName, type RememberedChange, toTime } from './entries.ts';

/** The newest are shown; a pod that flaps for a day makes thousands. */
export const MAX_TRANSITIONS = 200;
/** A day of retries every few minutes is some 300. */
export const MAX_SERIES_CALLS = 2_000;
/** 60 s: what changed longer before the first failure is no likely reason. */
const CHANGE_COUNTS_MS = 60_000;

type Series = NonNullable<PodHistory['series']>;

const CALL_OF_STAGE: Readonly<Partial<Record<Stage, CallRecord['call']>>> = {
  sandbox: 'RunPodSandbox',
  pull: 'PullImage',
  create: 'CreateContainer',
  start: 'StartContainer',
};

export interface SeriesQuestion {
  readonly call: CallRecord['call'];
  /** The container whose call it is; null for the pod's own, and for pulls, which name an image only. */
  readonly container: string | null;
  /** The image as the pod names it, for pulls. */
  readonly imageRef: string | null;
}

/** Which call fails again and again, as the verdict says; null where none does. */
export function toSeriesQuestion({ verdict, containers }: PodDetail): SeriesQuestion | null {
  const call = CALL_OF_STAGE[verdict.stage];
  if (call === undefined || verdict.state === 'ok' || verdict.state === 'skipped') return null;
  if (call !== 'PullImage') return { call, container: verdict.container, imageRef: null };
  const image = containers.find(({ name }) => name === verdict.container)?.image ?? null;
  return image === null ? null : { call, container: null, imageRef: image };
}

/** The failures of this call since it last ended well; null for fewer than two. `calls` newest first. */
export function toSeries(
  { call, container }: SeriesQuestion,
  calls: readonly CallEntry[],
  changes: readonly RememberedChange[],
): Series | null {
  const failures: CallRecord[] = [];
  for (const { record } of calls) {
    const isMeant = container === null || record.container?.name === container;
    if (record.call !== call || !isMeant || record.outcome === 'open') continue;
    if (record.outcome === 'ok') break;
    failures.push(record);
  }
  const [last] = failures;
  const first = failures.at(-1);
  if (first === undefined || last === undefined || failures.length < 2) return null;
  const firstMs = first.beganAtMs ?? atMsOf(first);
  return {
    call,
    attempts: failures.length,
    firstFailureAt: toTime(firstMs),
    lastFailureAt: toTime(atMsOf(last)),
    after: findChange(changes, firstMs),
  };
}

/** What changed on the node just before; the latest of several, and a start before what our own calls felt of it. */
function findChange(changes: readonly RememberedChange[], firstMs: number): Series['after'] {
  const near = changes.filter(({ at, kind }) => {
    const atMs = Date.parse(at);
    return kind !== 'first-failure' && atMs <= firstMs && firstMs - atMs <= CHANGE_COUNTS_MS;
  });
  const found = near.findLast(({ kind }) => kind !== 'runtime-health') ?? near.at(-1);
  return found === undefined ? null : { at: found.at, text: found.text };
}

export interface RememberedTransitions {
  readonly kept: readonly Transition[];
  readonly total: number;
}

/** Joins what file and memory tell, oldest first. */
export function joinTransitions(parts: readonly RememberedTransitions[]): {
  readonly transitions: Transition[];
  readonly transitionsDropped: number;
} {
  const all = parts.flatMap(({ kept }) => kept).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const transitions = all.slice(-MAX_TRANSITIONS);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { transitions, transitionsDropped: Math.max(0, total - transitions.length) };
}

/** A pod's name among the names that history knows. */
export function toPodName({ namespace, name, uid }: PodDetail): PodName {
  return { namespace, name, uid: uid ?? '' };
}
