import type { CallRecord } from '../contract/journal.ts';
import type { AssociatedPull } from './assemble-containers.ts';
import { lastTelling } from './call-facts.ts';
import { quote } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import type { PodSources } from './pod-sources.ts';
import { busySinceMs, type PullTraffic, pullTraffic } from './pull-traffic.ts';
import type { SnapshotIndex } from './snapshot-index.ts';

/** 1.5 s: kubelet asks for the first image a few milliseconds after RunPodSandbox, later only on a loaded node. */
const AFTER_SANDBOX_MS = 1_500;
/** 100 ms: between two containers of one pod kubelet does nothing but look for the image. */
const AFTER_CONTAINER_MS = 100;

/** Pulls of one image that did not succeed in the end; the image is known, the pod is not. */
interface Series {
  readonly imageRef: string;
  readonly calls: readonly CallRecord[];
  readonly first: CallRecord;
  readonly firstMs: number;
}

/** A moment after which kubelet would go on with a pull for this pod. */
interface Anchor {
  readonly atMs: number;
  readonly windowMs: number;
}

interface Candidate {
  readonly pod: PodSources;
  readonly uid: string;
  readonly anchors: readonly Anchor[];
}

function knownImages(sources: readonly PodSources[]): ReadonlySet<string> {
  const images = new Set<string>();
  for (const { kubelet, manifest } of sources) {
    for (const { image } of kubelet?.containers ?? manifest?.containers ?? []) {
      images.add(normalizeImage(image));
    }
  }
  return images;
}

function openSeries(index: SnapshotIndex, known: ReadonlySet<string>): Series[] {
  const list: Series[] = [];
  for (const [image, calls] of index.pullsByImage) {
    const last = lastTelling(calls);
    const first = calls[0];
    if (known.has(image) || last === null || last.outcome === 'ok' || first === undefined) continue;
    const imageRef = last.imageRef ?? image;
    // Without its begin nothing tells when the pull was asked for.
    if (first.beganAtMs !== null) list.push({ imageRef, calls, first, firstMs: first.beganAtMs });
  }
  return list.sort((a, b) => a.firstMs - b.firstMs);
}

function sandboxReadyMs(pod: PodSources): number | null {
  const sandbox = pod.sandboxes[0];
  if (sandbox?.state !== 'ready') return null;
  const call = pod.sandboxCalls.findLast((item) => item.sandboxId === sandbox.id);
  return call?.endedAtMs ?? sandbox.createdAtMs;
}

/** kubelet goes on with the next container when one was started, or could not be created. */
function containerAnchors(sandboxId: string, index: SnapshotIndex): Anchor[] {
  const records = index.containersBySandbox.get(sandboxId) ?? [];
  const starts = records
    .flatMap(({ id }) => index.callsByContainer.get(id) ?? [])
    .filter((call) => call.call === 'StartContainer');
  const failed = (index.createsBySandbox.get(sandboxId) ?? []).filter(
    (call) => call.outcome === 'failed',
  );
  return [...starts, ...failed]
    .map((call) => call.endedAtMs)
    .filter((atMs) => atMs !== null)
    .map((atMs) => ({ atMs, windowMs: AFTER_CONTAINER_MS }));
}

function candidateOf(pod: PodSources, index: SnapshotIndex): Candidate | null {
  const readyMs = sandboxReadyMs(pod);
  const sandbox = pod.sandboxes[0];
  if (pod.uid === null || readyMs === null || sandbox === undefined) return null;
  const isEmpty = !(
    index.containersBySandbox.has(sandbox.id) || index.createsBySandbox.has(sandbox.id)
  );
  const first = isEmpty ? [{ atMs: readyMs, windowMs: AFTER_SANDBOX_MS }] : [];
  const anchors = [...first, ...containerAnchors(sandbox.id, index)];
  return anchors.length === 0 ? null : { pod, uid: pod.uid, anchors };
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

interface Matching {
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
function match(
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

function labelKey(pod: PodSources): string | null {
  const labels = Object.entries(pod.sandboxes[0]?.labels ?? {}).filter(
    ([key]) => !key.startsWith('io.kubernetes.'),
  );
  if (!labels.some(([key]) => /pod-template-hash|controller-revision-hash|job-name/.test(key)))
    return null;
  return JSON.stringify([pod.namespace, ...labels.sort()]);
}

function toPull(series: Series, basis: string): AssociatedPull {
  return {
    imageRef: series.imageRef,
    calls: series.calls,
    basis: quote('runtime-log', series.first.where, series.firstMs, basis),
  };
}

/** Pods made from the same template pull the same image. */
function addSiblings(
  result: Map<string, AssociatedPull>,
  candidates: readonly Candidate[],
  matching: Matching,
): void {
  const byLabels = new Map<string, Series>();
  for (const [candidate, series] of matching.owned) {
    const key = labelKey(candidate.pod);
    if (key !== null) byLabels.set(key, series);
  }
  for (const candidate of candidates) {
    const key = labelKey(candidate.pod);
    const series = key === null ? undefined : byLabels.get(key);
    if (series === undefined || result.has(candidate.uid)) continue;
    const basis = `${series.imageRef} is the image of a pod made from the same template`;
    result.set(candidate.uid, toPull(series, basis));
  }
}

/**
 * Ties pulls to pods by time where no source names the image: kubelet asks for an image right after the sandbox is
 * ready, or after the pulls that stand before it. Accepted: on a busy node most stay unknown; none is guessed.
 */
export function associatePulls(
  sources: readonly PodSources[],
  index: SnapshotIndex,
): ReadonlyMap<string, AssociatedPull> {
  const result = new Map<string, AssociatedPull>();
  const unnamed = sources.filter((pod) => pod.kubelet === null && pod.manifest === null);
  if (unnamed.length === 0 || index.pullsByImage.size === 0) return result;
  const all = openSeries(index, knownImages(sources));
  if (all.length === 0) return result;
  const candidates = unnamed.map((pod) => candidateOf(pod, index)).filter((item) => item !== null);
  const matching = match(all, candidates, pullTraffic(index));
  for (const [series, candidate] of matching.owners) {
    const basis = `PullImage of ${series.imageRef} began when this pod's sandbox stood and no other pod here could have asked for it`;
    result.set(candidate.uid, toPull(series, basis));
  }
  addSiblings(result, candidates, matching);
  return result;
}
