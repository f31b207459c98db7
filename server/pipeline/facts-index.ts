import type { NodeMount, NodeProcess, PodDirectory } from '../contract/host-facts.ts';
import type { LogLine } from '../contract/journal.ts';
import type { KubeEvent } from '../contract/kube-facts.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { idsIn, LinesById } from './line-ids.ts';
import { NO_POD_FACTS, type PodFacts } from './pod-facts.ts';

/** Facts of node and API server by the keys that join them to pods. */
export interface FactsIndex {
  readonly isEmpty: boolean;
  readonly directories: ReadonlyMap<string, PodDirectory>;
  /** By pod uid and by the id of a sandbox or container. */
  readonly mounts: ReadonlyMap<string, readonly NodeMount[]>;
  readonly processes: ReadonlyMap<string, readonly NodeProcess[]>;
  readonly kernelLog: LinesById;
  /** By pod uid, and by "namespace/name" where the event tells none. */
  readonly events: ReadonlyMap<string, readonly KubeEvent[]>;
}

function push<T>(map: Map<string, T[]>, key: string | null, value: T): void {
  if (key === null || key === '') return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function byOwner<T extends { podUid: string | null; sandboxOrContainerId: string | null }>(
  list: readonly T[],
): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of list) {
    push(map, item.podUid, item);
    push(map, item.sandboxOrContainerId, item);
  }
  return map;
}

const KILLED_PID = /\bKilled process (\d+)/;
/** A task that the kernel holds: joined to the pod by the process, while that lives. */
const BLOCKED_PID = /\btask .+:(\d+) (?:is )?blocked /;
const CHOSEN_PID = /\boom-kill:.*\bpid=(\d+)/;

function pidKey(pid: string | number): string {
  return `pid-${pid}`;
}

/** "Killed process 123" names no container; the line before it chose that process and does. */
function kernelLines(lines: readonly LogLine[]): LinesById {
  const map = new LinesById();
  const chosen = new Map<string, readonly string[]>();
  for (const line of lines) {
    let keys = idsIn(line);
    const pid = CHOSEN_PID.exec(line.text)?.[1];
    if (pid !== undefined) chosen.set(pid, keys);
    const killed = keys.length === 0 ? KILLED_PID.exec(line.text)?.[1] : undefined;
    if (killed !== undefined) keys = chosen.get(killed) ?? [];
    for (const key of keys) map.add(key, line);
    const blocked = BLOCKED_PID.exec(line.text)?.[1];
    if (blocked !== undefined) map.add(pidKey(blocked), line);
  }
  return map;
}

function eventsByPod(events: readonly KubeEvent[]): Map<string, KubeEvent[]> {
  const map = new Map<string, KubeEvent[]>();
  for (const event of events) {
    if (event.kind === 'Pod') push(map, event.uid ?? `${event.namespace}/${event.name}`, event);
  }
  for (const list of map.values()) list.sort((a, b) => (a.lastAtMs ?? 0) - (b.lastAtMs ?? 0));
  return map;
}

/** Keys the facts of node and API server once, so that no pod walks a whole list. */
export function indexFacts(snapshot: NodeSnapshot): FactsIndex {
  const { host, kube } = snapshot;
  const directories = valueOr(host.podDirectories, []);
  const mounts = valueOr(host.mounts, []);
  const processes = valueOr(host.processes, []);
  const kernel = valueOr(snapshot.kernelLog, []);
  const events = valueOr(kube.events, []);
  return {
    isEmpty:
      directories.length + mounts.length + processes.length + kernel.length + events.length === 0,
    directories: new Map(directories.map((item) => [item.uid, item])),
    mounts: byOwner(mounts),
    processes: byOwner(processes),
    kernelLog: kernelLines(kernel),
    events: eventsByPod(events),
  };
}

function gathered<T>(
  map: ReadonlyMap<string, readonly T[]>,
  keys: readonly (string | null)[],
): readonly T[] {
  if (map.size === 0) return [];
  let only: readonly T[] | null = null;
  let all: Set<T> | null = null;
  for (const key of keys) {
    const list = key === null ? undefined : map.get(key);
    if (list === undefined) continue;
    if (only === null) only = list;
    else {
      all ??= new Set(only);
      for (const item of list) all.add(item);
    }
  }
  return all === null ? (only ?? []) : [...all];
}

/** Who the pod is, by every name that facts may use. */
export interface PodNames {
  readonly uid: string | null;
  /** "namespace/name". */
  readonly name: string;
  /** Sandboxes and containers. */
  readonly ids: readonly string[];
}

/** What node and API server tell of one pod. */
export function podFactsOf(index: FactsIndex, { uid, name, ids }: PodNames): PodFacts {
  if (index.isEmpty) return NO_POD_FACTS;
  const keys = [uid, ...ids];
  const processes = gathered(index.processes, keys);
  return {
    directory: uid === null ? null : (index.directories.get(uid) ?? null),
    mounts: gathered(index.mounts, keys),
    processes,
    kernelLog: index.kernelLog.find([...keys, ...processes.map((item) => pidKey(item.pid))]),
    events: gathered(index.events, [uid, name]),
  };
}
