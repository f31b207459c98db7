import type { LogLine } from '../contract/journal.ts';
import { fullIdsIn } from './line-ids.ts';
import type { PodSources } from './pod-sources.ts';
import type { NodeFacts } from './pod-view.ts';
import { podName, type SnapshotIndex } from './snapshot-index.ts';

/** 2 s: kubelet's first line about a pod and the times of its objects are rounded differently. */
const BIRTH_SLACK_MS = 2_000;

const RUNTIME_AWAY =
  /container runtime is down|runtime is down|code = Unavailable|dial unix \S+: (?:connect|i\/o)|connect: connection refused.*\.sock|\.sock\S*: connect: (?:connection refused|no such file)|error reading from server: (?:EOF|read unix)/;

const awayByLine = new WeakMap<LogLine, boolean>();

/** Whether the line complains that the runtime could not be reached, whatever kubelet wanted of it. */
function isRuntimeAway(line: LogLine): boolean {
  const known = awayByLine.get(line);
  if (known !== undefined) return known;
  const isAway = line.level !== 'info' && RUNTIME_AWAY.test(line.text);
  awayByLine.set(line, isAway);
  return isAway;
}

/** What shows when the pod came to be: any of its objects, the earliest. Null where nothing of it is dated. */
function bornAtMs(sources: PodSources, byUid: readonly LogLine[]): number | null {
  const { kubelet, sandboxes, logDirectory, directory } = sources;
  let earliest = Number.POSITIVE_INFINITY;
  const see = (atMs: number | null | undefined): void => {
    if (atMs != null && atMs > 0) earliest = Math.min(earliest, atMs);
  };
  see(kubelet?.createdAtMs);
  see(kubelet?.startedAtMs);
  see(logDirectory?.createdAtMs);
  see(directory?.createdAtMs);
  see(byUid.find((line) => line.atMs !== null)?.atMs);
  for (const sandbox of sandboxes) see(sandbox.createdAtMs);
  return Number.isFinite(earliest) ? earliest : null;
}

function uidOf(line: LogLine): string | undefined {
  return line.fields['podUID'] ?? line.fields['podID'];
}

/** A line that names the pod by its name only may be about an older pod of that name. */
function isOwn(line: LogLine, uid: string | null, bornMs: number | null): boolean {
  const told = uidOf(line);
  if (told !== undefined && told !== '') return uid === null || told === uid;
  return bornMs === null || line.atMs === null || line.atMs >= bornMs - BIRTH_SLACK_MS;
}

function isOver(line: LogLine, node: NodeFacts): boolean {
  const answeredAtMs = node.around.answeredAtMs;
  return (
    answeredAtMs !== null &&
    line.atMs !== null &&
    line.atMs < answeredAtMs &&
    line.level !== 'info' &&
    isRuntimeAway(line)
  );
}

function merged(byUid: readonly LogLine[], byName: readonly LogLine[]): readonly LogLine[] {
  if (byUid.length === 0 || byName.length === 0) return byUid.length === 0 ? byName : byUid;
  // Most lines tell both, so the two lists are one.
  const isSame = byUid.length === byName.length && byUid[0] === byName[0];
  if (isSame && byUid.at(-1) === byName.at(-1)) return byUid;
  const all = new Set([...byUid, ...byName]);
  return [...all].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
}

function kept(lines: readonly LogLine[], wanted: (line: LogLine) => boolean): readonly LogLine[] {
  return lines.every(wanted) ? lines : lines.filter(wanted);
}

/**
 * kubelet's lines about the pod, oldest first. Lines about an older pod of the same name are left out, and complaints
 * that the runtime was away, once it has answered again.
 */
export function kubeletLinesOf(
  index: SnapshotIndex,
  node: NodeFacts,
  sources: PodSources,
): readonly LogLine[] {
  if (sources.complaint !== null) return [sources.complaint];
  const byUid = sources.uid === null ? [] : (index.kubeletLogByPod.get(sources.uid) ?? []);
  const byName = index.kubeletLogByPod.get(podName(sources)) ?? [];
  if (byUid.length + byName.length === 0) return byUid;
  const bornMs = byName.length === 0 ? null : bornAtMs(sources, byUid);
  const own = kept(byName, (line) => isOwn(line, sources.uid, bornMs));
  return kept(merged(byUid, own), (line) => !isOver(line, node));
}

/** The runtime's warnings and errors that name one of the pod's ids, oldest first. */
export function runtimeLinesOf(index: SnapshotIndex, sources: PodSources): readonly LogLine[] {
  const { runtimeLog, containersBySandbox } = index;
  if (runtimeLog.isEmpty) return [];
  const ids = new Set<string | null>([sources.uid]);
  for (const call of sources.sandboxCalls.slice(-3)) {
    ids.add(call.sandboxId);
    // A sandbox that could not be made is listed nowhere: only the error of its call names it.
    for (const id of fullIdsIn(call.error ?? '')) ids.add(id);
  }
  const newest = sources.sandboxes[0];
  if (newest !== undefined) {
    ids.add(newest.id);
    for (const item of containersBySandbox.get(newest.id) ?? []) ids.add(item.id);
  }
  return runtimeLog.find(ids);
}
