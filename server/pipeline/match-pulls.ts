import type { CallRecord } from '../contract/journal.ts';
import type { PodSources } from './pod-sources.ts';
import { busySinceMs, type PullTraffic } from './pull-traffic.ts';

/** 100 ms: between two containers of one pod kubelet does nothing but look for the image. */
export const AFTER_CONTAINER_MS = 100;

/** Pulls of one image that did not succeed in the end; the image is known, the pod is not. */
export interface Series {
  readonly imageRef: string;
  readonly calls: readonly CallRecord[];
  readonly first: CallRecord;
  readonly firstMs: number;
}

/** A moment after which kubelet would go on with a pull for this pod. */
export interface Anchor {
  readonly atMs: number;
  readonly windowMs: number;
}

export interface Candidate {
  readonly pod: PodSources;
  readonly uid: string;
  readonly anchors: readonly Anchor[];
}

/** Whether the pull may be this pod's: asked for right after an anchor, or as soon as the pulls before it let it. */
function mayOwn(candidate: Candidate, beganAtMs: number, traffic: PullTraffic): boolean {
  const freeSinceMs = busySinceMs(traffic, beganAtMs);
  return candidate.anchors.some(
    ({ atMs, windowMs }) => atMs <= beganAtMs && freeSinceMs - atMs <= windowMs,
  );
}

/** Two containers of one pod can fail to pull one right after the other. */
function mayBeSecond(owned: Series, next: Series): boolean {
  const endedAtMs = owned.first.endedAtMs;
  if (endedAtMs === null) return false;
  const gapMs = next.firstMs - endedAtMs;
  return gapMs >= 0 && gapMs <= AFTER_CONTAINER_MS;
}

export interface Matching {
  readonly owners: Map<Series, Candidate>;
  readonly owned: Map<Candidate, Series>;
}

/** Requests are served in the order they came: who stood in line before the first pull ended goes first. */
function stoodInLine(candidate: Candidate, owned: Series): boolean {
  const endedAtMs = owned.first.endedAtMs ?? 0;
  return candidate.anchors.some(({ atMs }) => atMs < endedAtMs - AFTER_CONTAINER_MS);
}

function remaining(
  series: Series,
  eligible: readonly Candidate[],
  matching: Matching,
): readonly Candidate[] {
  const free = eligible.filter((candidate) => !matching.owned.has(candidate));
  const again = eligible.filter((candidate) => {
    const first = matching.owned.get(candidate);
    if (first === undefined || !mayBeSecond(first, series)) return false;
    return !free.some((other) => stoodInLine(other, first));
  });
  return [...free, ...again];
}

/** Only forced matches: a series that one single pod can own. What stays ambiguous stays unknown. */
export function matchPulls(
  all: readonly Series[],
  candidates: readonly Candidate[],
  traffic: PullTraffic,
): Matching {
  const matching: Matching = { owners: new Map(), owned: new Map() };
  const eligible = new Map(
    all.map((series) => [series, candidates.filter((one) => mayOwn(one, series.firstMs, traffic))]),
  );
  let isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    for (const series of all) {
      if (matching.owners.has(series)) continue;
      const [only, other] = remaining(series, eligible.get(series) ?? [], matching);
      if (only === undefined || other !== undefined || matching.owned.has(only)) continue;
      matching.owners.set(series, only);
      matching.owned.set(only, series);
      isGrowing = true;
    }
  }
  return matching;
}
