import type { Finding } from '../contract/finding.ts';
import type { Transition } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { CallEntry, PodName, RememberedChange } from './entries.ts';

export interface StoredPod {
  readonly pod: PodName;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly goneAtMs: number | null;
}

export interface PodQuestion {
  readonly namespace: string;
  readonly name: string;
  /** Null: the newest of that name. */
  readonly uid: string | null;
}

export interface CallQuestion {
  /** Calls that were heard of at this time or later (Unix ms). */
  readonly sinceMs: number;
  readonly limit: number;
  readonly pod?: PodName;
  /** Pulls of this image, in its full form. */
  readonly image?: string;
}

export interface StoredFinding {
  readonly finding: Finding;
  readonly beganAtMs: number;
  readonly endedAtMs: number | null;
}

/** What is remembered, whether in a file or in memory. No answer reaches back beyond the age that is kept. */
export interface Memory {
  pod(question: PodQuestion): StoredPod | null;
  /** The newest pods that are gone, newest first. */
  gonePods(limit: number): readonly StoredPod[];
  /** Pods of which nobody has seen that they went. */
  herePods(): readonly StoredPod[];
  detail(pod: PodName): PodDetail | null;
  /** Oldest first, the newest `limit` of them. */
  transitions(
    pod: PodName,
    limit: number,
  ): { readonly kept: readonly Transition[]; readonly total: number };
  /** Newest first. */
  calls(question: CallQuestion): readonly CallEntry[];
  /** Of the newest calls that ended well, by call. */
  okDurations(limitEach: number): ReadonlyMap<CallRecord['call'], readonly number[]>;
  findings(sinceMs: number): readonly StoredFinding[];
  /** Oldest first. */
  changes(sinceMs: number): readonly RememberedChange[];
}
