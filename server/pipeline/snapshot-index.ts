import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';
import { type Section, valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { normalizeImage } from './image-ref.ts';
import { deletionsInLog } from './kubelet-log-pods.ts';
import { idsIn, LinesById } from './line-ids.ts';

/** The snapshot's parts by the keys that join them; built once, so that no pod walks a whole list. */
export interface SnapshotIndex {
  readonly sandboxesByUid: ReadonlyMap<string, readonly Sandbox[]>;
  /** Newest attempt first. */
  readonly containersBySandbox: ReadonlyMap<string, readonly Container[]>;
  readonly sandboxCallsByUid: ReadonlyMap<string, readonly CallRecord[]>;
  readonly teardownBySandbox: ReadonlyMap<string, readonly CallRecord[]>;
  readonly createsBySandbox: ReadonlyMap<string, readonly CallRecord[]>;
  readonly callsByContainer: ReadonlyMap<string, readonly CallRecord[]>;
  /** By normalised image, oldest first. */
  readonly pullsByImage: ReadonlyMap<string, readonly CallRecord[]>;
  /** By the ids they name, pod uids among them. */
  readonly runtimeLog: LinesById;
  /** By pod uid, and by "namespace/name" for lines that know no uid. */
  readonly kubeletLogByPod: ReadonlyMap<string, readonly LogLine[]>;
  /** kubelet's word that it lets go of a pod, by "namespace/name". */
  readonly deletions: ReadonlyMap<string, LogLine>;
}

function push<T>(map: Map<string, T[]>, key: string | null | undefined, value: T): void {
  if (key === null || key === undefined || key === '') return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** How kubelet's log and CRI-O name a pod without its uid. */
export function podName(pod: { readonly namespace: string; readonly name: string }): string {
  return `${pod.namespace}/${pod.name}`;
}

interface CallMaps {
  readonly sandbox: Map<string, CallRecord[]>;
  readonly teardown: Map<string, CallRecord[]>;
  readonly create: Map<string, CallRecord[]>;
  readonly container: Map<string, CallRecord[]>;
  readonly pull: Map<string, CallRecord[]>;
}

function placeCall(maps: CallMaps, call: CallRecord): void {
  switch (call.call) {
    case 'RunPodSandbox':
      // CRI-O often tells no uid: then the name must do.
      if (call.pod !== null) push(maps.sandbox, call.pod.uid || podName(call.pod), call);
      return;
    case 'StopPodSandbox':
    case 'RemovePodSandbox':
      push(maps.teardown, call.sandboxId, call);
      return;
    case 'PullImage':
      if (call.imageRef !== null) push(maps.pull, normalizeImage(call.imageRef), call);
      return;
    case 'CreateContainer':
      push(maps.create, call.sandboxId, call);
      return;
    default:
      push(maps.container, call.containerId, call);
  }
}

function indexRuntimeLog(lines: readonly LogLine[]): LinesById {
  const byId = new LinesById();
  lines.forEach((line) => {
    const ids = idsIn(line);
    for (let at = 0; at < ids.length; at += 1) byId.add(ids[at] ?? '', line);
  });
  return byId;
}

/** Volume operations name their pod only inside the message. */
const UID_IN_MESSAGE =
  /podName:([0-9A-Za-z-]+)|\(UID: \\?"([0-9A-Za-z-]+)\\?"\)|_[a-z0-9.-]+\(([0-9a-f-]{32,36})\)|orphaned pod \\?"([0-9a-f-]{32,36})\\?"/;

/** Lines about several pods list them. */
const POD_NAMES = /"([a-z0-9.-]+\/[a-z0-9.-]+)"/g;

/** The pods a line of kubelet's log names: uids, and "namespace/name" where that is all it tells. */
function podsOfKubeletLine(line: LogLine): readonly string[] {
  const keys = new Set<string>();
  const { podUID, podID, pod } = line.fields as { podUID?: string; podID?: string; pod?: string };
  const uid = podUID ?? podID;
  if (uid) keys.add(uid);
  if (pod?.includes('/')) keys.add(pod);
  if (/^(?:Eviction|Shutdown) manager/i.test(line.message)) {
    for (const [, name = ''] of line.text.matchAll(POD_NAMES)) keys.add(name);
  }
  if (keys.size === 0) {
    const found = UID_IN_MESSAGE.exec(line.text);
    const inMessage = found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4];
    if (inMessage) keys.add(inMessage);
  }
  return [...keys];
}

const podsByLine = new WeakMap<LogLine, readonly string[]>();

function indexKubeletLog(lines: readonly LogLine[]): Map<string, LogLine[]> {
  const byPod = new Map<string, LogLine[]>();
  lines.forEach((line) => {
    let keys = podsByLine.get(line);
    if (keys === undefined) {
      keys = podsOfKubeletLine(line);
      podsByLine.set(line, keys);
    }
    for (let at = 0; at < keys.length; at += 1) push(byPod, keys[at], line);
  });
  return byPod;
}

function byNewestAttempt(a: Sandbox | Container, b: Sandbox | Container): number {
  return b.attempt - a.attempt || (b.createdAtMs ?? 0) - (a.createdAtMs ?? 0);
}

function grouped<T extends Sandbox | Container>(
  section: Section<readonly T[]>,
  keyOf: (item: T) => string,
): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of valueOr(section, [])) push(map, keyOf(item), item);
  for (const list of map.values()) if (list.length > 1) list.sort(byNewestAttempt);
  return map;
}

/**
 * Walks every list of the snapshot once and keys it by what the pods will ask for. Lists of thousands are walked by forEach
 * or by index, here and elsewhere in this folder: without the optimising compiler (ADR 0013) for…of makes an object a step.
 */
export function indexSnapshot(snapshot: NodeSnapshot): SnapshotIndex {
  const maps: CallMaps = {
    sandbox: new Map(),
    teardown: new Map(),
    create: new Map(),
    container: new Map(),
    pull: new Map(),
  };
  valueOr(snapshot.calls, []).forEach((call) => {
    placeCall(maps, call);
  });
  return {
    // A hand-made sandbox may lack a uid; then its own id keeps it apart from all others.
    sandboxesByUid: grouped(snapshot.sandboxes, (item) => item.uid || item.id),
    containersBySandbox: grouped(snapshot.containers, (item) => item.sandboxId),
    sandboxCallsByUid: maps.sandbox,
    teardownBySandbox: maps.teardown,
    createsBySandbox: maps.create,
    callsByContainer: maps.container,
    pullsByImage: maps.pull,
    runtimeLog: indexRuntimeLog(valueOr(snapshot.runtimeLog, [])),
    kubeletLogByPod: indexKubeletLog(valueOr(snapshot.kubeletLog, [])),
    deletions: deletionsInLog(valueOr(snapshot.kubeletLog, [])),
  };
}
