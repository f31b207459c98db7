import type { PodDirectory } from '../contract/host-facts.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Sandbox } from '../contract/runtime-objects.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot, PodLogDirectory, StaticManifest } from '../snapshot/node-snapshot.ts';
import { heardAtMs, lastTelling } from './call-facts.ts';
import { directoryPods } from './directory-pods.ts';
import { kubeletLogPods } from './kubelet-log-pods.ts';
import { brokenManifests, silentManifests } from './manifest-pods.ts';
import { podName, type SnapshotIndex } from './snapshot-index.ts';

/** 15 min: kubelet tries a failed sandbox again within a minute or so; after that long silence the pod is gone. */
const FORGET_AFTER_MS = 15 * 60_000;
/** 5 min: as above, where kubelet's log directory of the pod is gone too. */
const FORGET_WITHOUT_DIRECTORY_MS = 5 * 60_000;

/** 2 s: the runtime's log and the pod's other objects are dated by different hands. */
const BIRTH_SLACK_MS = 2_000;

/** Everything that names one pod, before it is judged. */
export interface PodSources {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly kubelet: KubeletPod | null;
  /** Newest attempt first. */
  readonly sandboxes: readonly Sandbox[];
  readonly sandboxCalls: readonly CallRecord[];
  readonly manifest: StaticManifest | null;
  /** kubelet's complaint about the manifest; null for pods that exist. */
  readonly complaint: LogLine | null;
  readonly logDirectory: PodLogDirectory | null;
  /** kubelet's directory of the pod. */
  readonly directory: PodDirectory | null;
}

interface Lookup {
  readonly snapshot: NodeSnapshot;
  readonly index: SnapshotIndex;
  readonly nowMs: number;
  readonly directories: ReadonlyMap<string, PodLogDirectory>;
  readonly podDirectories: ReadonlyMap<string, PodDirectory>;
  readonly manifests: ReadonlyMap<string, StaticManifest>;
}

/** kubelet appends "-<node>" to the name in the file. */
function manifestOf(lookup: Lookup, namespace: string, name: string): StaticManifest | null {
  const suffix = `-${lookup.snapshot.nodeName}`;
  const bare = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  return (
    lookup.manifests.get(`${namespace}/${bare}`) ??
    lookup.manifests.get(`${namespace}/${name}`) ??
    null
  );
}

function earliest(times: readonly (number | null | undefined)[]): number {
  let found = Number.POSITIVE_INFINITY;
  for (const atMs of times) if (atMs != null && atMs > 0) found = Math.min(found, atMs);
  return Number.isFinite(found) ? found : 0;
}

function sourcesOf(
  lookup: Lookup,
  pod: { readonly namespace: string; readonly name: string; readonly uid: string },
  kubelet: KubeletPod | null,
): PodSources {
  const { index } = lookup;
  const byUid = index.sandboxCallsByUid.get(pod.uid) ?? [];
  const logDirectory = lookup.directories.get(pod.uid) ?? null;
  const directory = lookup.podDirectories.get(pod.uid) ?? null;
  const sandboxes = index.sandboxesByUid.get(pod.uid) ?? [];
  const named = index.sandboxCallsByUid.get(podName(pod)) ?? [];
  // A call that names no uid may be an older pod's of the same name.
  const bornMs = earliest([
    kubelet?.createdAtMs,
    logDirectory?.createdAtMs,
    directory?.createdAtMs,
    ...sandboxes.map((item) => item.createdAtMs),
  ]);
  const byName = named.filter((call) => heardAtMs(call) >= bornMs - BIRTH_SLACK_MS);
  return {
    namespace: pod.namespace,
    name: pod.name,
    uid: pod.uid,
    kubelet,
    sandboxes,
    sandboxCalls: byName.length === 0 ? byUid : [...byUid, ...byName],
    manifest: manifestOf(lookup, pod.namespace, pod.name),
    complaint: null,
    logDirectory,
    directory,
  };
}

function wasRemoved(index: SnapshotIndex, call: CallRecord): boolean {
  if (call.sandboxId === null) return false;
  const later = index.teardownBySandbox.get(call.sandboxId) ?? [];
  return later.some((end) => end.call === 'RemovePodSandbox' && end.outcome === 'ok');
}

/**
 * Whether a pod that only the runtime's log names is still wanted: its last RunPodSandbox did not succeed, nothing
 * removed it, and kubelet tried it lately. Accepted: a pod deleted while it failed stays for some minutes.
 */
function isStillWanted(lookup: Lookup, uid: string, calls: readonly CallRecord[]): boolean {
  if (lookup.snapshot.kubeletPods.available) return false;
  const last = lastTelling(calls);
  if (last === null || last.outcome === 'ok' || wasRemoved(lookup.index, last)) return false;
  const silentMs = lookup.nowMs - heardAtMs(last);
  const hasLostDirectory =
    lookup.snapshot.podLogDirectories.available && !lookup.directories.has(uid);
  return silentMs < (hasLostDirectory ? FORGET_WITHOUT_DIRECTORY_MS : FORGET_AFTER_MS);
}

/** Pods that a failed RunPodSandbox left nowhere but in the log. */
function journalPods(lookup: Lookup, known: ReadonlyMap<string, number>): PodSources[] {
  const pods: PodSources[] = [];
  const newestByName = new Map(known);
  const entries = [...lookup.index.sandboxCallsByUid.entries()].reverse();
  for (const [key, calls] of entries) {
    const pod = calls.at(-1)?.pod;
    if (!pod || lookup.index.sandboxesByUid.has(pod.uid)) continue;
    if (!isStillWanted(lookup, pod.uid, calls)) continue;
    // A pod that came back under its name with another uid has superseded this one.
    const lastAtMs = Math.max(...calls.slice(-1).map(heardAtMs));
    const newer = newestByName.get(podName(pod));
    if (newer !== undefined && newer >= lastAtMs) continue;
    newestByName.set(podName(pod), lastAtMs);
    const sources = sourcesOf(lookup, { ...pod, uid: pod.uid || key }, null);
    // CRI-O's log often tells no uid: then the pod is known by its name alone.
    pods.push(pod.uid === '' ? { ...sources, uid: null } : sources);
  }
  return pods;
}

function ofManifest(
  [namespace, name]: readonly [string, string],
  manifest: StaticManifest,
  complaint: LogLine | null,
): PodSources {
  return {
    namespace,
    name,
    uid: null,
    kubelet: null,
    sandboxes: [],
    sandboxCalls: [],
    manifest,
    complaint,
    logDirectory: null,
    directory: null,
  };
}

function manifestPods(lookup: Lookup, knownNames: ReadonlySet<string>): PodSources[] {
  const pods: PodSources[] = [];
  const names = new Set(knownNames);
  for (const { manifest, complaint } of brokenManifests(lookup.snapshot, lookup.nowMs)) {
    const fileName = manifest.path.slice(manifest.path.lastIndexOf('/') + 1);
    const namespace = manifest.namespace ?? 'default';
    const name = manifest.name ?? fileName;
    const withNode = `${name}-${lookup.snapshot.nodeName}`;
    // kubelet keeps running the last good version of a file that is broken now: then the pod itself is shown.
    if (knownNames.has(`${namespace}/${name}`) || knownNames.has(`${namespace}/${withNode}`)) {
      continue;
    }
    names.add(`${namespace}/${name}`);
    pods.push(ofManifest([namespace, name], manifest, complaint));
  }
  for (const manifest of silentManifests(lookup.snapshot, names, lookup.nowMs)) {
    const name = `${manifest.name}-${lookup.snapshot.nodeName}`;
    pods.push(ofManifest([manifest.namespace ?? 'default', name], manifest, null));
  }
  return pods;
}

/** Every pod that any source names, once: by uid, and by name where there is no uid. */
export function collectPodSources(
  snapshot: NodeSnapshot,
  index: SnapshotIndex,
  nowMs: number,
): readonly PodSources[] {
  const lookup: Lookup = {
    snapshot,
    index,
    nowMs,
    podDirectories: new Map(
      valueOr(snapshot.host.podDirectories, []).map((item) => [item.uid, item]),
    ),
    directories: new Map(valueOr(snapshot.podLogDirectories, []).map((item) => [item.uid, item])),
    manifests: new Map(
      valueOr(snapshot.manifests, []).map((item) => [
        `${item.namespace ?? 'default'}/${item.name}`,
        item,
      ]),
    ),
  };
  const pods: PodSources[] = [];
  const newestByName = new Map<string, number>();
  const seen = new Set<string>();
  for (const kubelet of valueOr(snapshot.kubeletPods, [])) {
    if (seen.has(kubelet.uid)) continue;
    seen.add(kubelet.uid);
    newestByName.set(podName(kubelet), Number.POSITIVE_INFINITY);
    pods.push(sourcesOf(lookup, kubelet, kubelet));
  }
  for (const [uid, sandboxes] of index.sandboxesByUid) {
    const newest = sandboxes[0];
    if (newest === undefined || seen.has(uid)) continue;
    seen.add(uid);
    const known = newestByName.get(podName(newest)) ?? 0;
    newestByName.set(podName(newest), Math.max(known, newest.createdAtMs ?? 0));
    pods.push(sourcesOf(lookup, { ...newest, uid }, null));
  }
  pods.push(...journalPods(lookup, newestByName));
  const knownUids = new Set<string | null>(pods.map((pod) => pod.uid));
  for (const pod of kubeletLogPods(snapshot, nowMs)) {
    if (knownUids.has(pod.uid)) continue;
    knownUids.add(pod.uid);
    pods.push(sourcesOf(lookup, pod, null));
  }
  for (const pod of directoryPods(snapshot, index, knownUids)) {
    pods.push(sourcesOf(lookup, pod, null));
  }
  const knownNames = new Set(pods.map(podName));
  pods.push(...manifestPods(lookup, knownNames));
  return pods;
}
