import { PROBE_IMAGE_ANNOTATION } from '../contract/probe-words.ts';
import type { AssociatedPull } from './assemble-containers.ts';
import { lastTelling } from './call-facts.ts';
import { quote } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import {
  AFTER_CONTAINER_MS,
  type Anchor,
  type Candidate,
  type Matching,
  matchPulls,
  type Series,
} from './match-pulls.ts';
import type { PodSources } from './pod-sources.ts';
import { pullTraffic } from './pull-traffic.ts';
import type { SnapshotIndex } from './snapshot-index.ts';

/** 1.5 s: kubelet asks for the first image a few milliseconds after RunPodSandbox, later only on a loaded node. */
const AFTER_SANDBOX_MS = 1_500;

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

/** A probe of ours notes on its sandbox which image it pulls: that is no guess. */
function probePulls(
  sources: readonly PodSources[],
  index: SnapshotIndex,
): ReadonlyMap<string, AssociatedPull> {
  const found = new Map<string, AssociatedPull>();
  for (const { uid, sandboxes } of sources) {
    const [sandbox] = sandboxes;
    const image = sandbox?.annotations[PROBE_IMAGE_ANNOTATION] ?? '';
    if (sandbox === undefined || uid === null || image === '') continue;
    const calls = (index.pullsByImage.get(normalizeImage(image)) ?? []).filter(
      ({ beganAtMs }) => beganAtMs !== null && beganAtMs >= (sandbox.createdAtMs ?? 0),
    );
    if ((lastTelling(calls)?.outcome ?? 'ok') === 'ok') continue;
    const text = `the probe's sandbox says that it pulls ${image}`;
    const basis = quote('cri', `sandbox ${sandbox.id.slice(0, 13)}`, sandbox.createdAtMs, text);
    found.set(uid, { imageRef: image, calls, basis });
  }
  return found;
}

/**
 * Ties pulls to pods by time where no source names the image: kubelet asks for an image right after the sandbox is
 * ready, or after the pulls that stand before it. Accepted: on a busy node most stay unknown; none is guessed.
 */
export function associatePulls(
  sources: readonly PodSources[],
  index: SnapshotIndex,
): ReadonlyMap<string, AssociatedPull> {
  const result = new Map(probePulls(sources, index));
  const unnamed = sources.filter(
    (pod) => pod.kubelet === null && pod.manifest === null && !result.has(pod.uid ?? ''),
  );
  if (unnamed.length === 0 || index.pullsByImage.size === 0) return result;
  const probes = [...result.values()].map(({ imageRef }) => normalizeImage(imageRef));
  const all = openSeries(index, new Set([...knownImages(sources), ...probes]));
  if (all.length === 0) return result;
  const candidates = unnamed.map((pod) => candidateOf(pod, index)).filter((item) => item !== null);
  const matching = matchPulls(all, candidates, pullTraffic(index));
  for (const [series, candidate] of matching.owners) {
    const basis = `PullImage of ${series.imageRef} began when this pod's sandbox stood and no other pod here could have asked for it`;
    result.set(candidate.uid, toPull(series, basis));
  }
  addSiblings(result, candidates, matching);
  return result;
}
