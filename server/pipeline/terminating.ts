import type { Sandbox } from '../contract/runtime-objects.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { lastTelling } from './call-facts.ts';
import { type SyncError, syncErrors } from './kubelet-lines.ts';
import type { PodSources } from './pod-sources.ts';
import type { NodeFacts } from './pod-view.ts';
import { podName, type SnapshotIndex } from './snapshot-index.ts';

const SOURCE_ANNOTATION = 'kubernetes.io/config.source';
/** kubelet puts it on every container it makes; a hand-made one lacks it. */
const KUBELET_CONTAINER_ANNOTATION = 'io.kubernetes.container.hash';
/** 3 s: a pod made between the reading of /pods and of the runtime's lists is no orphan. */
const SNAPSHOT_SKEW_MS = 3_000;

interface Assembly {
  readonly snapshot: NodeSnapshot;
  readonly index: SnapshotIndex;
  readonly node: NodeFacts;
}

/** In the runtime, but not (or no more) among kubelet's pods, though kubelet was asked after it was made. */
export function isUnknownToKubelet(node: NodeFacts, sources: PodSources): boolean {
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
  const { manifests } = assembly.snapshot;
  if (!manifests.available || sources.manifest !== null) return false;
  // kubelet appends the node's name, which it may spell otherwise than we do.
  if (manifests.value.some(({ name }) => name !== null && sources.name.startsWith(`${name}-`))) {
    return false;
  }
  return newest.annotations[SOURCE_ANNOTATION] === 'file' && hasStopCall(assembly, newest);
}

/**
 * On the way down: kubelet says so, or kubelet has let go of a pod that it made and the runtime still holds. Without
 * kubelet only a StopPodSandbox that did not succeed tells; a StopContainer alone may be a probe's work.
 */
export function isTerminating(
  assembly: Assembly,
  sources: PodSources,
  isUnknown: boolean,
): boolean {
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
