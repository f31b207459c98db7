import type { CallRecord } from '../contract/journal.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { Image } from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { normalizeImage } from './image-ref.ts';
import type { NodeSurroundings } from './pod-facts.ts';
import type { NodeFacts } from './pod-view.ts';
import { pullFacts } from './pull-facts.ts';
import { surroundingsOf } from './surroundings.ts';

function presentImages(section: Section<readonly Image[]>): ReadonlySet<string> | null {
  if (!section.available) return null;
  const names = new Set<string>();
  for (const image of section.value) {
    names.add(normalizeImage(image.id));
    for (const tag of image.tags) names.add(normalizeImage(tag));
    for (const digest of image.digests) names.add(normalizeImage(digest));
  }
  return names;
}

function hasSources(snapshot: NodeSnapshot): Record<SourceName, boolean> {
  return {
    cri: snapshot.sandboxes.available && snapshot.containers.available,
    containerd: snapshot.ingests.available,
    'runtime-log': snapshot.calls.available,
    kubelet: snapshot.kubeletPods.available,
    'kubelet-log': snapshot.kubeletLog.available,
    'pod-logs': snapshot.podLogDirectories.available,
    manifests: snapshot.manifests.available,
    host: snapshot.host.podDirectories.available,
    'kernel-log': snapshot.kernelLog.available,
    kube: snapshot.kube.pods.available,
    history: snapshot.usual.available,
  };
}

function pullsOf(snapshot: NodeSnapshot): Pick<NodeFacts, 'openPulls' | 'failedPulls'> {
  const openPulls: CallRecord[] = [];
  const failed = new Map<string, CallRecord>();
  for (const call of valueOr(snapshot.calls, [])) {
    if (call.call !== 'PullImage') continue;
    if (call.outcome === 'open') openPulls.push(call);
    else if (call.outcome === 'ok') failed.delete(call.imageRef ?? '');
    else failed.set(call.imageRef ?? '', call);
  }
  return { openPulls, failedPulls: [...failed.values()] };
}

/** The facts that are the same for every pod of the snapshot. */
export function nodeFacts(snapshot: NodeSnapshot, wishBy: NodeSurroundings['wishBy']): NodeFacts {
  const { openPulls, failedPulls } = pullsOf(snapshot);
  return {
    nodeName: snapshot.nodeName,
    health: snapshot.health,
    runtimeName: snapshot.version.available ? snapshot.version.value.runtimeName : null,
    runtime: snapshot.runtime.available ? snapshot.runtime.value : null,
    has: hasSources(snapshot),
    kubeletAsOfMs: snapshot.kubeletPods.available ? snapshot.kubeletPods.asOfMs : null,
    openPulls,
    failedPulls,
    ingests: snapshot.ingests.available ? snapshot.ingests.value : null,
    presentImages: presentImages(snapshot.images),
    pulling: pullFacts(snapshot),
    around: surroundingsOf(snapshot, wishBy),
  };
}

/**
 * The moment as of which pods are judged: now, or the runtime's last answer while it does not answer, so that nobody
 * grows "stuck" only because we have heard nothing since.
 */
export function judgedAtMs(snapshot: NodeSnapshot, nowMs: number): number {
  const state = snapshot.health.state;
  if ((state === 'hung' || state === 'down') && snapshot.containers.available) {
    return Math.min(nowMs, snapshot.containers.asOfMs);
  }
  return nowMs;
}
