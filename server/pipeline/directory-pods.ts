import type { PodDirectory } from '../contract/host-facts.ts';
import type { LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot, PodLogDirectory } from '../snapshot/node-snapshot.ts';
import type { SnapshotIndex } from './snapshot-index.ts';
import { UNKNOWN_NAMESPACE } from './unknown-namespace.ts';

/** A pod that kubelet has made a directory for, named as far as anything names it. */
export interface DirectoryPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

function splitName(pod: string | undefined): { namespace: string; name: string } | null {
  const slash = pod?.indexOf('/') ?? -1;
  return pod === undefined || slash <= 0
    ? null
    : { namespace: pod.slice(0, slash), name: pod.slice(slash + 1) };
}

const VOLUME_POD_NAME = /\bpod "([^"]+)" \(UID: /;

function nameInLines(lines: readonly LogLine[]): { namespace: string; name: string } | null {
  let bare: string | null = null;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    const named = splitName(line?.fields['pod']);
    if (named !== null) return named;
    bare ??= VOLUME_POD_NAME.exec(line?.text ?? '')?.[1] ?? null;
  }
  return bare === null ? null : { namespace: UNKNOWN_NAMESPACE, name: bare };
}

function nameOf(
  uid: string,
  index: SnapshotIndex,
  logDirectories: ReadonlyMap<string, PodLogDirectory>,
): DirectoryPod {
  const logged = logDirectories.get(uid);
  const named = logged ?? nameInLines(index.kubeletLogByPod.get(uid) ?? []);
  return { namespace: named?.namespace ?? UNKNOWN_NAMESPACE, name: named?.name ?? uid, uid };
}

const ORPHANED = /orphaned pod .*found, but/i;

function isLeftBehind(lines: readonly LogLine[]): boolean {
  return lines.some((line) => ORPHANED.test(line.text));
}

/** A pod that has a directory, and nothing in the runtime: not yet there, or not yet gone. */
function isOfInterest(directory: PodDirectory, snapshot: NodeSnapshot, lines: readonly LogLine[]) {
  if (isLeftBehind(lines)) return true;
  // kubelet does not list it and says nothing: it is about to sweep the directory.
  if (snapshot.kubeletPods.available) return directory.volumes.some((item) => item.isMounted);
  return true;
}

/** Pods of which kubelet's directory is all that is found beside a log line or two. */
export function directoryPods(
  snapshot: NodeSnapshot,
  index: SnapshotIndex,
  knownUids: ReadonlySet<string | null>,
): readonly DirectoryPod[] {
  const directories = valueOr(snapshot.host.podDirectories, []);
  const unknown = directories.filter((item) => !knownUids.has(item.uid));
  // Without the runtime's list every pod of the node would look as if it had no sandbox.
  if (unknown.length === 0 || !snapshot.sandboxes.available) return [];
  const logDirectories = new Map(
    valueOr(snapshot.podLogDirectories, []).map((item) => [item.uid, item]),
  );
  return unknown
    .filter((item) => isOfInterest(item, snapshot, index.kubeletLogByPod.get(item.uid) ?? []))
    .map((item) => nameOf(item.uid, index, logDirectories));
}
