import type { LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { syncErrors } from './kubelet-lines.ts';
import { UNKNOWN_NAMESPACE } from './unknown-namespace.ts';

/** 6 min: kubelet looks at a pod that it cannot start at least every two or three. */
const FAILING_MS = 6 * 60_000;
/** 1 h: a rejection is said once, and the pod stays until somebody deletes it. */
const REJECTED_MS = 60 * 60_000;

/** A pod that, of all sources, only kubelet's log names. */
export interface LoggedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly lastAtMs: number;
}

const VOLUME_POD = /podName:([0-9A-Za-z-]+) [\s\S]*? pod "([^"]+)" \(UID: /;
const POD_NAMES = /"([a-z0-9.-]+\/[a-z0-9.-]+)"/g;

function splitName(pod: string | undefined): { namespace: string; name: string } | null {
  const slash = pod?.indexOf('/') ?? -1;
  if (pod === undefined || slash <= 0) return null;
  return { namespace: pod.slice(0, slash), name: pod.slice(slash + 1) };
}

/** kubelet says what it is about to undo even where it does not say why. */
const KILLING = /^error killing (?:terminating )?pod\b/;

/** When kubelet was told to let go of a pod, by "namespace/name". */
export function deletionsInLog(lines: readonly LogLine[]): ReadonlyMap<string, LogLine> {
  const deleted = new Map<string, LogLine>();
  lines.forEach((line) => {
    const { err, pod } = line.fields as { err?: string; pod?: string };
    // Most lines are neither, and a comparison is cheaper than a pattern.
    if (line.message.startsWith('SyncLoop ')) {
      if (!/^SyncLoop (?:DELETE|REMOVE)/.test(line.message)) return;
      for (const [, name = ''] of line.text.matchAll(POD_NAMES)) deleted.set(name, line);
    } else if (err?.startsWith('error killing ') && KILLING.test(err)) {
      if (pod !== undefined && !deleted.has(pod)) deleted.set(pod, line);
    }
  });
  return deleted;
}

function identityOf(
  line: LogLine,
  namespaceOf: ReadonlyMap<string, string>,
): { namespace: string; name: string; uid: string } | null {
  const named = splitName(line.fields['pod']);
  const uid = line.fields['podUID'];
  if (named !== null && uid !== undefined) return { ...named, uid };
  const volume = VOLUME_POD.exec(line.text);
  if (volume?.[1] === undefined || volume[2] === undefined) return null;
  return {
    namespace: namespaceOf.get(volume[2]) ?? UNKNOWN_NAMESPACE,
    name: volume[2],
    uid: volume[1],
  };
}

function isTelling(line: LogLine, nowMs: number): boolean {
  const ageMs = nowMs - (line.atMs ?? nowMs);
  if (/^Pod admission denied/.test(line.message)) return ageMs < REJECTED_MS;
  if (line.level === 'info' || ageMs > FAILING_MS) return false;
  // What fails later has a sandbox: if the runtime shows none, the pod is gone.
  return syncErrors(line).some((error) => error.stage === 'kubelet' || error.stage === 'sandbox');
}

/** Volume operations name their pod without its namespace; a manifest or other lines tell it. */
function namespaces(
  snapshot: NodeSnapshot,
  lines: readonly LogLine[],
): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const { namespace, name } of valueOr(snapshot.manifests, [])) {
    if (name !== null) byName.set(`${name}-${snapshot.nodeName}`, namespace ?? 'default');
  }
  for (const line of lines) {
    const named = splitName(line.fields['pod']);
    if (named !== null) byName.set(named.name, named.namespace);
  }
  return byName;
}

/** Pods that kubelet complains of in its log, for nodes where it cannot be asked; deleted ones are left out. */
export function kubeletLogPods(snapshot: NodeSnapshot, nowMs: number): readonly LoggedPod[] {
  if (snapshot.kubeletPods.available) return [];
  const lines = valueOr(snapshot.kubeletLog, []);
  const namespaceOf = namespaces(snapshot, lines);
  const deleted = deletionsInLog(lines);
  const pods = new Map<string, LoggedPod>();
  for (const line of lines) {
    const pod = isTelling(line, nowMs) ? identityOf(line, namespaceOf) : null;
    if (pod === null) continue;
    const lastAtMs = line.atMs ?? nowMs;
    const goneAtMs = deleted.get(`${pod.namespace}/${pod.name}`)?.atMs ?? 0;
    if (goneAtMs < lastAtMs) pods.set(pod.uid, { ...pod, lastAtMs });
    else pods.delete(pod.uid);
  }
  return [...pods.values()].filter(
    (pod) => (deleted.get(`${pod.namespace}/${pod.name}`)?.atMs ?? 0) < pod.lastAtMs,
  );
}
