import type { LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot, StaticManifest } from '../snapshot/node-snapshot.ts';

/** 10 min: kubelet reads the directory again and again, and complains each time. */
const COMPLAINT_MS = 10 * 60_000;

/** A static manifest that gives no pod, and kubelet's word for it where it said one. */
export interface BrokenManifest {
  readonly manifest: StaticManifest;
  readonly complaint: LogLine | null;
}

function complaints(snapshot: NodeSnapshot, nowMs: number): Map<string, LogLine> {
  const byPath = new Map<string, LogLine>();
  valueOr(snapshot.kubeletLog, []).forEach((line) => {
    if (!line.message.startsWith('Could not process manifest file')) return;
    const path = line.fields['path'];
    const isRecent = line.atMs === null || nowMs - line.atMs < COMPLAINT_MS;
    if (path !== undefined && isRecent) byPath.set(path, line);
  });
  return byPath;
}

function fromComplaint(path: string, line: LogLine): StaticManifest {
  return {
    path,
    namespace: null,
    name: null,
    containers: [],
    error: line.fields['err'] ?? line.message,
    modifiedAtMs: line.atMs,
  };
}

/** Paths differ by where the node's files are mounted for us: the end of the path decides. */
function isSameFile(a: string, b: string): boolean {
  return a === b || a.endsWith(b) || b.endsWith(a);
}

/** Files of the static pod directory that give no pod, told by the file itself or by kubelet. */
export function brokenManifests(snapshot: NodeSnapshot, nowMs: number): readonly BrokenManifest[] {
  const broken: BrokenManifest[] = [];
  const told = complaints(snapshot, nowMs);
  for (const manifest of valueOr(snapshot.manifests, [])) {
    const path = [...told.keys()].find((item) => isSameFile(item, manifest.path));
    const complaint = path === undefined ? null : (told.get(path) ?? null);
    if (path !== undefined) told.delete(path);
    if (manifest.error === null && complaint === null) continue;
    const error = complaint?.fields['err'] ?? manifest.error;
    broken.push({ manifest: { ...manifest, error }, complaint });
  }
  // A complaint about a file that is no longer there is history, where the directory can be read.
  if (!snapshot.manifests.available) {
    for (const [path, line] of told)
      broken.push({ manifest: fromComplaint(path, line), complaint: line });
  }
  return broken;
}

/** 60 s: kubelet reads its directory every 20 s, and takes a file up at once. */
const FRESH_MS = 60_000;

function isKnown(names: ReadonlySet<string>, namespace: string, name: string): boolean {
  const bare = `${namespace}/${name}`;
  if (names.has(bare)) return true;
  // kubelet appends the node's name, which it may spell otherwise than we do.
  for (const known of names) if (known.startsWith(`${bare}-`)) return true;
  return false;
}

/** Sound files of the static pod directory of whose pods no source shows anything. */
export function silentManifests(
  snapshot: NodeSnapshot,
  names: ReadonlySet<string>,
  nowMs: number,
): readonly StaticManifest[] {
  const asOfMs = snapshot.kubeletPods.available ? snapshot.kubeletPods.asOfMs : nowMs;
  return valueOr(snapshot.manifests, []).filter(
    ({ namespace, name, error, modifiedAtMs }) =>
      error === null &&
      name !== null &&
      asOfMs - (modifiedAtMs ?? 0) > FRESH_MS &&
      !isKnown(names, namespace ?? 'default', name),
  );
}
