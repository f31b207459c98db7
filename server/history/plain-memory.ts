import type { Transition } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import { podKey } from '../contract/live.ts';
import type { PodDetail } from '../contract/pod.ts';
import {
  atMsOf,
  type CallEntry,
  type ChangeEntry,
  type Entry,
  type FindingEntry,
  type PodEntry,
  type PodName,
  type RememberedChange,
  type TransitionEntry,
} from './entries.ts';
import { packDetail, unpackDetail } from './pack.ts';
import type { CallQuestion, Memory, PodQuestion, StoredFinding, StoredPod } from './store.ts';

/** Kept of each kind: what a person looks back at in an hour, some 4 MiB in all. */
const MAX_KEPT = { call: 1_000, transition: 2_000, pod: 300, finding: 200, change: 200 } as const;

interface KeptPod extends StoredPod {
  readonly packed: Uint8Array | null;
}

function keep<V>(map: Map<string, V>, key: string, value: V, max: number): number {
  map.set(key, value);
  let dropped = 0;
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
    dropped += 1;
  }
  return dropped;
}

/** Remembers without a file, bounded; what is dropped is counted. */
export class PlainMemory implements Memory {
  readonly #oldestMs: () => number;
  readonly #pods = new Map<string, KeptPod>();
  readonly #calls = new Map<string, CallEntry>();
  readonly #transitions: TransitionEntry[] = [];
  readonly #findings = new Map<string, FindingEntry>();
  readonly #changes = new Map<string, ChangeEntry>();
  #dropped = 0;

  constructor(oldestMs: () => number) {
    this.#oldestMs = oldestMs;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(entries: Iterable<Entry>): void {
    for (const entry of entries) this.#writeOne(entry);
  }

  /** Everything kept, in an order in which it can be written elsewhere; afterwards nothing is kept here. */
  takeAll(): readonly Entry[] {
    const pods = [...this.#pods.values()].flatMap((kept): PodEntry[] => {
      const { pod, firstSeenMs, lastSeenMs, goneAtMs } = kept;
      const detail = kept.packed === null ? null : unpackDetail(kept.packed);
      const first = {
        kind: 'pod',
        pod,
        seenAtMs: firstSeenMs,
        goneAtMs: null,
        detail: null,
      } as const;
      return [first, { kind: 'pod', pod, seenAtMs: lastSeenMs, goneAtMs, detail }];
    });
    const all = [
      ...pods,
      ...this.#transitions.splice(0),
      ...this.#calls.values(),
      ...this.#findings.values(),
      ...this.#changes.values(),
    ];
    for (const map of [this.#pods, this.#calls, this.#findings, this.#changes]) map.clear();
    this.#dropped = 0;
    return all;
  }

  pod({ namespace, name, uid }: PodQuestion): StoredPod | null {
    let best: StoredPod | null = null;
    for (const one of this.#pods.values()) {
      const isNamed = one.pod.namespace === namespace && one.pod.name === name;
      if (!isNamed || (uid !== null && one.pod.uid !== uid)) continue;
      if (one.lastSeenMs < this.#oldestMs()) continue;
      if (best === null || one.lastSeenMs >= best.lastSeenMs) best = one;
    }
    return best;
  }

  gonePods(limit: number): readonly StoredPod[] {
    return [...this.#pods.values()]
      .filter(({ goneAtMs }) => goneAtMs !== null && goneAtMs >= this.#oldestMs())
      .sort((a, b) => (b.goneAtMs ?? 0) - (a.goneAtMs ?? 0))
      .slice(0, limit);
  }

  herePods(): readonly StoredPod[] {
    return [...this.#pods.values()].filter(({ goneAtMs }) => goneAtMs === null);
  }

  detail(pod: PodName): PodDetail | null {
    const packed = this.#pods.get(podKey(pod))?.packed ?? null;
    return packed === null ? null : unpackDetail(packed);
  }

  transitions(pod: PodName, limit: number): { kept: readonly Transition[]; total: number } {
    const key = podKey(pod);
    const all = this.#transitions
      .filter((entry) => podKey(entry.pod) === key)
      .map((entry) => entry.transition);
    return { kept: all.slice(-limit), total: all.length };
  }

  calls({ sinceMs, limit, pod, image }: CallQuestion): readonly CallEntry[] {
    return [...this.#calls.values()]
      .filter((entry) => atMsOf(entry.record) >= sinceMs && isOwnedBy(entry.record, pod))
      .filter((entry) => image === undefined || entry.image === image)
      .sort((a, b) => atMsOf(b.record) - atMsOf(a.record))
      .slice(0, limit);
  }

  okDurations(limitEach: number): ReadonlyMap<CallRecord['call'], readonly number[]> {
    const found = new Map<CallRecord['call'], number[]>();
    for (const { record } of [...this.#calls.values()].reverse()) {
      const { call, outcome, beganAtMs, endedAtMs } = record;
      if (outcome !== 'ok' || beganAtMs === null || endedAtMs === null) continue;
      const list = found.get(call) ?? [];
      if (list.length < limitEach) list.push(endedAtMs - beganAtMs);
      found.set(call, list);
    }
    return found;
  }

  findings(sinceMs: number): readonly StoredFinding[] {
    return [...this.#findings.values()].filter(
      ({ beganAtMs, endedAtMs }) => endedAtMs === null || Math.max(beganAtMs, endedAtMs) >= sinceMs,
    );
  }

  changes(sinceMs: number): readonly RememberedChange[] {
    return [...this.#changes.values()]
      .map(({ change }) => change)
      .filter(({ at }) => Date.parse(at) >= sinceMs)
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }

  #writeOne(entry: Entry): void {
    if (entry.kind === 'pod') {
      this.#writePod(entry);
    } else if (entry.kind === 'transition') {
      this.#transitions.push(entry);
      this.#dropped += this.#transitions.splice(
        0,
        this.#transitions.length - MAX_KEPT.transition,
      ).length;
    } else if (entry.kind === 'call') {
      this.#dropped += keep(this.#calls, entry.key, entry, MAX_KEPT.call);
    } else if (entry.kind === 'finding') {
      const key = `${entry.finding.id} ${entry.beganAtMs}`;
      this.#dropped += keep(this.#findings, key, entry, MAX_KEPT.finding);
    } else {
      const { at, kind, text } = entry.change;
      this.#dropped += keep(this.#changes, `${at} ${kind} ${text}`, entry, MAX_KEPT.change);
    }
  }

  #writePod({ pod, seenAtMs, goneAtMs, detail }: PodEntry): void {
    const key = podKey(pod);
    const before = this.#pods.get(key);
    const packed = detail === null ? null : packDetail(detail);
    const next = {
      pod,
      firstSeenMs: before?.firstSeenMs ?? seenAtMs,
      lastSeenMs: Math.max(before?.lastSeenMs ?? 0, seenAtMs),
      goneAtMs,
      packed: packed ?? before?.packed ?? null,
    };
    this.#pods.delete(key);
    this.#dropped += keep(this.#pods, key, next, MAX_KEPT.pod);
  }
}

function isOwnedBy({ pod }: CallRecord, wanted: PodName | undefined): boolean {
  if (wanted === undefined) return true;
  const isNamed = pod?.namespace === wanted.namespace && pod.name === wanted.name;
  return isNamed && (pod.uid === '' || pod.uid === wanted.uid);
}
