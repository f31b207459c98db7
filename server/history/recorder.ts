import type { Finding } from '../contract/finding.ts';
import type { Transition } from '../contract/history.ts';
import { podKey } from '../contract/live.ts';
import type { NodeChange } from '../contract/node-change.ts';
import type { PodDetail, Verdict } from '../contract/pod.ts';
import { type Entry, type PodName, toTime } from './entries.ts';
import type { StoredPod } from './store.ts';

/** 10 min: how often a pod's detail is kept anew although its verdict stays, when the looking ends. */
const KEEP_AGAIN_MS = 10 * 60_000;

/** A day: no failure that is still known follows an older change. */
const CHANGE_AGE_MS = 24 * 60 * 60_000;
/** Some hundred files of configuration and programs, each written a few times a day at most. */
const MAX_CHANGES = 1_000;

/** What one look at the node found. */
export interface Seen {
  readonly pods: readonly PodDetail[];
  readonly findings: readonly Finding[];
  /** What is known to have changed on the node; told again with each look. */
  readonly changes?: readonly NodeChange[];
  readonly nowMs: number;
  /** False while the runtime's lists are missing or old: then a pod that is not seen may still be here. */
  readonly isComplete: boolean;
}

interface KnownPod {
  readonly pod: PodName;
  readonly verdict: string;
  readonly changedAtMs: number;
  seenAtMs: number;
  keptAtMs: number;
  /** Null once nobody looks: details are heavy. */
  detail: PodDetail | null;
}

interface KnownFinding {
  readonly finding: Finding;
  readonly beganAtMs: number;
}

export interface RecorderOptions {
  /** The last transition that was kept of a pod which this process has not seen yet. */
  readonly lastTransition: (pod: PodName) => Transition | null;
  /** Pods that an earlier process saw and nobody saw go. */
  readonly herePods: () => readonly StoredPod[];
  /** Findings that an earlier process saw begin and nobody saw end. */
  readonly openFindings: () => readonly KnownFinding[];
}

/** Tells what changed from one look to the next, as entries to keep. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #pods = new Map<string, KnownPod>();
  #findings: Map<string, KnownFinding> | null = null;
  readonly #changes = new Set<string>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  see(seen: Seen): readonly Entry[] {
    const entries: Entry[] = [];
    const here = new Set<string>();
    this.#seeChanges(seen, entries);
    for (const detail of seen.pods) {
      const key = podKey(detail);
      here.add(key);
      this.#seePod(key, detail, { nowMs: seen.nowMs, entries });
    }
    if (seen.isComplete) {
      if (this.#findings === null) this.#missEarlierPods(here, seen.nowMs, entries);
      this.#missPods(here, seen.nowMs, entries);
      this.#seeFindings(seen, entries);
    }
    return entries;
  }

  /** When the newest look saw this pod; null where this process has not seen it. */
  seenAtMs(pod: PodName): number | null {
    return this.#pods.get(podKey(pod))?.seenAtMs ?? null;
  }

  /** Nobody looks any more: keeps the last state of each pod, and lets go of the details. */
  rest(nowMs: number): readonly Entry[] {
    const entries: Entry[] = [];
    for (const known of this.#pods.values()) {
      const { pod, seenAtMs, detail } = known;
      const isDue = nowMs - known.keptAtMs >= KEEP_AGAIN_MS;
      if (detail !== null && isDue) {
        entries.push({ kind: 'pod', pod, seenAtMs, goneAtMs: null, detail });
        known.keptAtMs = nowMs;
      }
      known.detail = null;
    }
    return entries;
  }

  #seePod(
    key: string,
    detail: PodDetail,
    { nowMs, entries }: { readonly nowMs: number; readonly entries: Entry[] },
  ): void {
    const { namespace, name, verdict } = detail;
    const before = this.#pods.get(key);
    const pod = before?.pod ?? { namespace, name, uid: detail.uid ?? '' };
    const text = toText(verdict);
    if (before !== undefined && before.verdict === text) {
      before.seenAtMs = nowMs;
      before.detail = detail;
      return;
    }
    const kept = before === undefined ? this.#options.lastTransition(pod) : null;
    const earlier = before?.changedAtMs ?? (kept === null ? 0 : Date.parse(kept.at));
    const isNews = kept === null || toText(kept) !== text;
    const changedAtMs = isNews ? whenChanged(verdict, earlier, nowMs) : earlier;
    entries.push({ kind: 'pod', pod, seenAtMs: nowMs, goneAtMs: null, detail });
    if (isNews) {
      entries.push({ kind: 'transition', pod, transition: toTransition(verdict, changedAtMs) });
    }
    this.#pods.set(key, {
      ...{ pod, verdict: text, changedAtMs, seenAtMs: nowMs, keptAtMs: nowMs },
      detail,
    });
  }

  /** Pods that went while no process of ours ran. */
  #missEarlierPods(here: ReadonlySet<string>, nowMs: number, entries: Entry[]): void {
    for (const { pod, lastSeenMs } of this.#options.herePods()) {
      if (here.has(podKey(pod))) continue;
      entries.push({ kind: 'pod', pod, seenAtMs: lastSeenMs, goneAtMs: nowMs, detail: null });
    }
  }

  #missPods(here: ReadonlySet<string>, nowMs: number, entries: Entry[]): void {
    for (const [key, { pod, seenAtMs, detail }] of this.#pods) {
      if (here.has(key)) continue;
      this.#pods.delete(key);
      entries.push({ kind: 'pod', pod, seenAtMs, goneAtMs: nowMs, detail });
    }
  }

  #seeChanges({ changes = [], nowMs }: Seen, entries: Entry[]): void {
    for (const change of changes) {
      const key = `${change.at} ${change.kind} ${change.text}`;
      if (this.#changes.has(key) || nowMs - Date.parse(change.at) > CHANGE_AGE_MS) continue;
      this.#changes.add(key);
      for (const oldest of this.#changes) {
        if (this.#changes.size <= MAX_CHANGES) break;
        this.#changes.delete(oldest);
      }
      entries.push({ kind: 'change', change });
    }
  }

  #seeFindings({ findings, nowMs }: Seen, entries: Entry[]): void {
    this.#findings ??= new Map(
      this.#options.openFindings().map((known) => [known.finding.id, known]),
    );
    const before = this.#findings;
    this.#findings = new Map();
    for (const finding of findings) {
      const known = before.get(finding.id);
      const beganAtMs = known?.beganAtMs ?? beginOf(finding, nowMs);
      this.#findings.set(finding.id, { finding, beganAtMs });
      if (known !== undefined && weightOf(known.finding) === weightOf(finding)) continue;
      entries.push({ kind: 'finding', finding, beganAtMs, endedAtMs: null });
      for (const change of finding.changes ?? []) entries.push({ kind: 'change', change });
    }
    for (const [id, { finding, beganAtMs }] of before) {
      if (this.#findings.has(id)) continue;
      entries.push({ kind: 'finding', finding, beganAtMs, endedAtMs: nowMs });
    }
  }
}

function beginOf({ since }: Finding, nowMs: number): number {
  return Math.min(nowMs, toMs(since) ?? nowMs);
}

function toMs(time: string | null): number | null {
  const atMs = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(atMs) ? null : atMs;
}

type Told = Pick<Verdict, 'outcome' | 'stage' | 'state' | 'cause' | 'container'>;

/** A verdict is another one when any of these differs; its message and counts may move without that. */
function toText({ outcome, stage, state, cause, container }: Told): string {
  return `${outcome} ${stage} ${state} ${cause} ${container}`;
}

/** A finding is kept anew when other pods are hit or it weighs differently. */
function weightOf({ severity, pods }: Finding): string {
  return `${severity} ${pods.map(podKey).join(' ')}`;
}

/** The verdict knows since when it holds, also where nobody looked then; never before the one it follows. */
function whenChanged({ since }: Verdict, earlierMs: number, nowMs: number): number {
  return Math.min(nowMs, Math.max(earlierMs, toMs(since) ?? nowMs));
}

function toTransition(verdict: Verdict, atMs: number): Transition {
  const { outcome, stage, state, cause, container, summary } = verdict;
  return { at: toTime(atMs), outcome, stage, state, cause, container, summary };
}
