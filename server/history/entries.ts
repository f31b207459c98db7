import type { Finding } from '../contract/finding.ts';
import type { Transition } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { NodeChange } from '../contract/node-change.ts';
import type { PodDetail } from '../contract/pod.ts';

/** Which pod is meant; "" stands for no uid. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A call, with the pod that it was found to work for. */
export interface CallEntry {
  readonly kind: 'call';
  readonly key: string;
  readonly record: CallRecord;
  /** The image in its full form, for pulls. */
  readonly image: string | null;
}

export interface TransitionEntry {
  readonly kind: 'transition';
  readonly pod: PodName;
  readonly transition: Transition;
}

/** A pod as it was last seen. */
export interface PodEntry {
  readonly kind: 'pod';
  readonly pod: PodName;
  readonly seenAtMs: number;
  /** When it was found to be gone; null while it is here. */
  readonly goneAtMs: number | null;
  /** Null keeps what is kept already. */
  readonly detail: PodDetail | null;
}

export interface FindingEntry {
  readonly kind: 'finding';
  readonly finding: Finding;
  readonly beganAtMs: number;
  readonly endedAtMs: number | null;
}

/** Something that changed on the node; `runtime-health` is what our own calls found. */
export interface RememberedChange extends Omit<NodeChange, 'kind'> {
  readonly kind: NodeChange['kind'] | 'runtime-health';
}

export interface ChangeEntry {
  readonly kind: 'change';
  readonly change: RememberedChange;
}

/** One thing to remember. */
export type Entry = CallEntry | TransitionEntry | PodEntry | FindingEntry | ChangeEntry;

/** When a call was last heard of; 0 for what is no time. */
export function atMsOf({ endedAtMs, beganAtMs }: CallRecord): number {
  const atMs = endedAtMs ?? beganAtMs ?? 0;
  return Number.isFinite(atMs) ? atMs : 0;
}

/** The time as the API writes it; the epoch for what is no time: a garbled log line must not end anything here. */
export function toTime(atMs: number): string {
  const time = new Date(atMs);
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString();
}
