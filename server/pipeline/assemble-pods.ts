import type { Sandbox } from '../contract/runtime-objects.ts';
import type { PodKind } from '../contract/stage.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { type AssociatedPull, assembleContainers } from './assemble-containers.ts';
import { associatePulls } from './associate-pulls.ts';
import { lastTelling } from './call-facts.ts';
import { type FactsIndex, indexFacts, podFactsOf } from './facts-index.ts';
import { type SyncError, syncErrors } from './kubelet-lines.ts';
import { nodeFacts } from './node-facts.ts';
import { kubeletLinesOf, runtimeLinesOf } from './pod-lines.ts';
import { collectPodSources, type PodSources } from './pod-sources.ts';
import type { NodeFacts, PodView } from './pod-view.ts';
import { indexSnapshot, podName, type SnapshotIndex } from './snapshot-index.ts';
import { withWish } from './wish.ts';

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
  readonly facts: FactsIndex;
  readonly node: NodeFacts;
  readonly nowMs: number;
}

/** A file that gives no pod: it is broken, or kubelet says so. */
function isBrokenManifest({ uid, sandboxCalls, manifest, complaint }: PodSources): boolean {
  if (uid !== null || sandboxCalls.length > 0 || manifest === null) return false;
  return manifest.error !== null || complaint !== null;
}

/** A sound file of whose pod nothing is to be seen. */
function isSilentManifest({ uid, sandboxCalls, manifest }: PodSources): boolean {
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
  // The API server knows a static pod only by a mirror, which kubelet may not have been able to make.
  if (node.around.wishBy === 'kube' && SOURCE_ANNOTATION in newest.annotations) {
    if (newest.annotations[SOURCE_ANNOTATION] !== 'api') return false;
  }
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

function isUnmount(error: SyncError): boolean {
  return error.stage === 'teardown' && error.reason === 'VolumeError';
}

const ORPHANED = /orphaned pod .*found, but/i;

/** Nothing of it is in the runtime any more: its directory, or kubelet's complaints, show that it is not quite gone. */
function isLeaving({ index, node }: Assembly, sources: PodSources): boolean {
  const { uid, directory } = sources;
  const lines = uid === null ? [] : (index.kubeletLogByPod.get(uid) ?? []);
  const last = lines.findLast((line) => line.level !== 'info');
  if (last !== undefined) {
    if (ORPHANED.test(last.text)) return true;
    if (syncErrors(last).some(isUnmount)) return true;
  }
  if (directory === null) return false;
  if (node.has.kubelet) return true;
  const deletion = index.deletions.get(podName(sources));
  return deletion !== undefined && (deletion.atMs ?? 0) > (directory.createdAtMs ?? 0);
}

/** A static pod that is being stopped, and whose file is no longer there. */
function isFileGone(assembly: Assembly, sources: PodSources, newest: Sandbox): boolean {
  if (!assembly.snapshot.manifests.available || sources.manifest !== null) return false;
  return newest.annotations[SOURCE_ANNOTATION] === 'file' && hasStopCall(assembly, newest);
}

/**
 * On the way down: kubelet says so, or kubelet has let go of a pod that it made and the runtime still holds. Without
 * kubelet only a StopPodSandbox that did not succeed tells; a StopContainer alone may be a probe's work.
 */
function isTerminating(assembly: Assembly, sources: PodSources, isUnknown: boolean): boolean {
  if (sources.kubelet !== null) return sources.kubelet.deletionAtMs !== null;
  const newest = sources.sandboxes[0];
  if (newest === undefined) return isLeaving(assembly, sources);
  if (isUnknown) return isMadeByKubelet(assembly, sources) || hasStopCall(assembly, newest);
  if (assembly.node.has.kubelet) return false;
  const deletion = assembly.index.deletions.get(podName(sources));
  if (deletion !== undefined && (deletion.atMs ?? 0) > (newest.createdAtMs ?? 0)) return true;
  if (isFileGone(assembly, sources, newest)) return true;
  // A sandbox that never stood is only cleaned up, to be made again.
  if (lastTelling(sources.sandboxCalls)?.outcome === 'failed') return false;
  const last = (assembly.index.teardownBySandbox.get(newest.id) ?? []).at(-1);
  return last !== undefined && last.outcome !== 'ok';
}

function kindOf(sources: PodSources, isOrphan: boolean): PodKind {
  if (isBrokenManifest(sources)) return 'manifest';
  if (isSilentManifest(sources)) return 'static';
  const annotations = annotationsOf(sources);
  const labels = labelsOf(sources);
  if (PROBE_LABEL in labels) return 'probe';
  // A mirror pod bears the source annotation of its static pod too.
  if (MIRROR_ANNOTATION in annotations) return 'mirror';
  const source = annotations[SOURCE_ANNOTATION];
  if (source === 'file' || source === 'http') return 'static';
  return isOrphan ? 'orphan' : 'api';
}

const NO_IDS: readonly string[] = [];

/** The pod's sandboxes and their containers. */
function idsOf({ index }: Assembly, sources: PodSources): readonly string[] {
  const ids: string[] = [];
  for (const { id } of sources.sandboxes) {
    ids.push(id);
    for (const item of index.containersBySandbox.get(id) ?? []) ids.push(item.id);
  }
  return ids;
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
  const kubeletLog = kubeletLinesOf(index, node, sources);
  const isUnknown = isUnknownToKubelet(assembly, sources);
  const isDown = isTerminating(assembly, sources, isUnknown);
  return {
    namespace: sources.namespace,
    name: sources.name,
    uid: sources.uid,
    kind: kindOf(sources, isUnknown && !isDown),
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
    runtimeLog: runtimeLinesOf(index, sources),
    isTerminating: isDown,
    facts: podFactsOf(assembly.facts, {
      uid: sources.uid,
      name: podName(sources),
      ids: assembly.facts.isEmpty ? NO_IDS : idsOf(assembly, sources),
    }),
  };
}

/** Joins all sources into one view a pod; pure, and linear in the size of the snapshot. */
export function assemblePods(told: NodeSnapshot, nowMs: number): readonly PodView[] {
  const { snapshot, by } = withWish(told);
  const index = indexSnapshot(snapshot);
  const facts = indexFacts(snapshot);
  const assembly: Assembly = { snapshot, index, facts, node: nodeFacts(snapshot, by), nowMs };
  const sources = collectPodSources(snapshot, index, nowMs);
  const associated = associatePulls(sources, index);
  return sources.map((item) =>
    toView(assembly, item, item.uid === null ? null : (associated.get(item.uid) ?? null)),
  );
}
