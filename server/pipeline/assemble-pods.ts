import type { PodKind } from '../contract/stage.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { type AssociatedPull, assembleContainers } from './assemble-containers.ts';
import { associatePulls } from './associate-pulls.ts';
import { type FactsIndex, indexFacts, podFactsOf } from './facts-index.ts';
import { nodeFacts } from './node-facts.ts';
import { kubeletLinesOf, runtimeLinesOf } from './pod-lines.ts';
import { collectPodSources, type PodSources } from './pod-sources.ts';
import type { NodeFacts, PodView } from './pod-view.ts';
import { indexSnapshot, podName, type SnapshotIndex } from './snapshot-index.ts';
import { isTerminating, isUnknownToKubelet } from './terminating.ts';
import { withWish } from './wish.ts';

const PROBE_LABEL = 'cri-triage.io/probe';
const SOURCE_ANNOTATION = 'kubernetes.io/config.source';
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

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

interface Marks {
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

function kindOf(sources: PodSources, { annotations, labels }: Marks, isOrphan: boolean): PodKind {
  if (isBrokenManifest(sources)) return 'manifest';
  if (isSilentManifest(sources)) return 'static';
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
  const isUnknown = isUnknownToKubelet(node, sources);
  const isDown = isTerminating(assembly, sources, isUnknown);
  return {
    namespace: sources.namespace,
    name: sources.name,
    uid: sources.uid,
    kind: kindOf(sources, { annotations, labels }, isUnknown && !isDown),
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
