import type { LogLine } from '../contract/journal.ts';
import type { Sandbox } from '../contract/runtime-objects.ts';
import type { PodKind } from '../contract/stage.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { type AssociatedPull, assembleContainers } from './assemble-containers.ts';
import { associatePulls } from './associate-pulls.ts';
import { lastTelling } from './call-facts.ts';
import { nodeFacts } from './node-facts.ts';
import { collectPodSources, type PodSources } from './pod-sources.ts';
import type { NodeFacts, PodView } from './pod-view.ts';
import { indexSnapshot, podName, type SnapshotIndex } from './snapshot-index.ts';

const PROBE_LABEL = 'cri-triage.io/probe';
const SOURCE_ANNOTATION = 'kubernetes.io/config.source';
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';
/** kubelet puts it on every container it makes; a hand-made one lacks it. */
const KUBELET_CONTAINER_ANNOTATION = 'io.kubernetes.container.hash';
/** 3 s: a pod made between the reading of /pods and of the runtime's lists is no orphan. */
const SNAPSHOT_SKEW_MS = 3_000;

interface Assembly {
  readonly snapshot: NodeSnapshot;
  readonly index: SnapshotIndex;
  readonly node: NodeFacts;
  readonly nowMs: number;
}

/** A file that gives no pod: nothing but the file (and kubelet's complaint) names it. */
function isBrokenManifest({ uid, sandboxCalls, manifest }: PodSources): boolean {
  return uid === null && sandboxCalls.length === 0 && manifest !== null;
}

function annotationsOf(sources: PodSources): Readonly<Record<string, string>> {
  return { ...sources.sandboxes[0]?.annotations, ...sources.kubelet?.annotations };
}

function labelsOf(sources: PodSources): Readonly<Record<string, string>> {
  return { ...sources.sandboxes[0]?.labels, ...sources.kubelet?.labels };
}

/** In the runtime, but not (or no more) among kubelet's pods, though kubelet was asked after it was made. */
function isUnknownToKubelet(assembly: Assembly, sources: PodSources): boolean {
  const { node } = assembly;
  const newest = sources.sandboxes[0];
  if (node.kubeletAsOfMs === null || sources.kubelet !== null || newest === undefined) return false;
  return (newest.createdAtMs ?? 0) < node.kubeletAsOfMs - SNAPSHOT_SKEW_MS;
}

function isMadeByKubelet(assembly: Assembly, sources: PodSources): boolean {
  return sources.sandboxes.some((sandbox) => {
    if (SOURCE_ANNOTATION in sandbox.annotations) return true;
    const containers = assembly.index.containersBySandbox.get(sandbox.id) ?? [];
    return containers.some((item) => KUBELET_CONTAINER_ANNOTATION in item.annotations);
  });
}

function hasStopCall(assembly: Assembly, newest: Sandbox): boolean {
  const { index } = assembly;
  const teardown = index.teardownBySandbox.get(newest.id) ?? [];
  if (teardown.length > 0) return true;
  const containers = index.containersBySandbox.get(newest.id) ?? [];
  return containers.some((item) =>
    (index.callsByContainer.get(item.id) ?? []).some((call) => call.call === 'StopContainer'),
  );
}

/**
 * On the way down: kubelet says so, or kubelet has let go of a pod that it made and the runtime still holds. Without
 * kubelet only a StopPodSandbox that did not succeed tells; a StopContainer alone may be a probe's work.
 */
function isTerminating(assembly: Assembly, sources: PodSources, isUnknown: boolean): boolean {
  if (sources.kubelet !== null) return sources.kubelet.deletionAtMs !== null;
  const newest = sources.sandboxes[0];
  if (newest === undefined) return false;
  if (isUnknown) return isMadeByKubelet(assembly, sources) || hasStopCall(assembly, newest);
  if (assembly.node.has.kubelet) return false;
  const deletion = assembly.index.deletions.get(podName(sources));
  if (deletion !== undefined && (deletion.atMs ?? 0) > (newest.createdAtMs ?? 0)) return true;
  // A sandbox that never stood is only cleaned up, to be made again.
  if (lastTelling(sources.sandboxCalls)?.outcome === 'failed') return false;
  const last = (assembly.index.teardownBySandbox.get(newest.id) ?? []).at(-1);
  return last !== undefined && last.outcome !== 'ok';
}

function kindOf(
  annotations: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  isOrphan: boolean,
): PodKind {
  if (PROBE_LABEL in labels) return 'probe';
  // A mirror pod bears the source annotation of its static pod too.
  if (MIRROR_ANNOTATION in annotations) return 'mirror';
  const source = annotations[SOURCE_ANNOTATION];
  if (source === 'file' || source === 'http') return 'static';
  return isOrphan ? 'orphan' : 'api';
}

function kubeletLines(assembly: Assembly, sources: PodSources): readonly LogLine[] {
  if (sources.complaint !== null) return [sources.complaint];
  const byUid = sources.uid === null ? [] : (assembly.index.kubeletLogByPod.get(sources.uid) ?? []);
  const byName = assembly.index.kubeletLogByPod.get(podName(sources)) ?? [];
  if (byUid.length === 0 || byName.length === 0) return byUid.length === 0 ? byName : byUid;
  // Most lines tell both, so the two lists are one.
  const isSame = byUid.length === byName.length && byUid[0] === byName[0];
  if (isSame && byUid.at(-1) === byName.at(-1)) return byUid;
  const merged = new Set([...byUid, ...byName]);
  return [...merged].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

function runtimeLines(assembly: Assembly, sources: PodSources): readonly LogLine[] {
  const { runtimeLogById, containersBySandbox } = assembly.index;
  if (runtimeLogById.size === 0) return [];
  const lists: (readonly LogLine[])[] = [];
  const add = (id: string | null | undefined): void => {
    const list = id ? runtimeLogById.get(id) : undefined;
    if (list !== undefined) lists.push(list);
  };
  add(sources.uid);
  for (const call of sources.sandboxCalls.slice(-3)) add(call.sandboxId);
  const newest = sources.sandboxes[0];
  if (newest !== undefined) {
    add(newest.id);
    for (const item of containersBySandbox.get(newest.id) ?? []) add(item.id);
  }
  const [only, ...others] = lists;
  if (only === undefined || others.length === 0) return only ?? [];
  return [...new Set(lists.flat())].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

function toView(
  assembly: Assembly,
  sources: PodSources,
  associated: AssociatedPull | null,
): PodView {
  const { snapshot, index, node } = assembly;
  const annotations = annotationsOf(sources);
  const labels = labelsOf(sources);
  const newest = sources.sandboxes[0];
  const kubeletLog = kubeletLines(assembly, sources);
  const isUnknown = isUnknownToKubelet(assembly, sources);
  const isDown = isTerminating(assembly, sources, isUnknown);
  return {
    namespace: sources.namespace,
    name: sources.name,
    uid: sources.uid,
    kind: isBrokenManifest(sources)
      ? 'manifest'
      : kindOf(annotations, labels, isUnknown && !isDown),
    labels,
    annotations,
    createdAtMs: sources.kubelet?.createdAtMs ?? sources.sandboxes.at(-1)?.createdAtMs ?? null,
    node,
    sandboxes: sources.sandboxes,
    sandboxStatus: newest === undefined ? null : (snapshot.sandboxStatuses[newest.id] ?? null),
    containers: assembleContainers({
      snapshot,
      index,
      sources,
      sandbox: newest,
      associated,
      kubeletLog,
      nowMs: assembly.nowMs,
    }),
    kubelet: sources.kubelet,
    manifest: sources.manifest,
    logDirectory: sources.logDirectory,
    sandboxCalls: sources.sandboxCalls,
    teardownCalls: newest === undefined ? [] : (index.teardownBySandbox.get(newest.id) ?? []),
    kubeletLog,
    runtimeLog: runtimeLines(assembly, sources),
    isTerminating: isDown,
  };
}

/** Joins all sources into one view a pod; pure, and linear in the size of the snapshot. */
export function assemblePods(snapshot: NodeSnapshot, nowMs: number): readonly PodView[] {
  const index = indexSnapshot(snapshot);
  const assembly: Assembly = { snapshot, index, node: nodeFacts(snapshot), nowMs };
  const sources = collectPodSources(snapshot, index, nowMs);
  const associated = associatePulls(sources, index);
  return sources.map((item) =>
    toView(assembly, item, item.uid === null ? null : (associated.get(item.uid) ?? null)),
  );
}
