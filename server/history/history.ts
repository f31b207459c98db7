import type { PodHistory, UsualDuration } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { RuntimeHealth, SourceStatus } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import type { Section } from '../contract/section.ts';
import type { RememberedChange } from './entries.ts';
import type { Seen } from './recorder.ts';
import type { PodQuestion, StoredFinding } from './store.ts';

/** A pod as it is remembered; `gone` is its last state once it is no more. */
export interface RememberedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly history: PodHistory;
  readonly gone: PodDetail | null;
}

/** What was on this node before now. Nothing here waits, rejects or throws. */
export interface History {
  /** Compares what is seen with what was seen before, and keeps what changed. */
  see(seen: Seen): void;
  /** Nobody looks any more. */
  rest(): void;
  /** Keeps calls as they began or ended; the same call again is the same call. */
  keepCalls(calls: readonly CallRecord[]): void;
  keepChange(change: RememberedChange): void;
  /** What our own calls found: kept where it changed. */
  seeHealth(health: RuntimeHealth, runtimeName: string): void;
  /** The detail with what is remembered of its pod. */
  withHistory(detail: PodDetail): PodDetail;
  /** The last state of a pod that is no more, `source: 'history'`; null where none is remembered. */
  gonePod(question: PodQuestion): PodDetail | null;
  /** Calls heard of since then, newest first; with a pod only those known to work for it. */
  calls(question: {
    readonly sinceMs: number;
    readonly limit: number;
    readonly pod?: PodQuestion;
  }): readonly CallRecord[];
  usual(): Section<readonly UsualDuration[]>;
  findings(sinceMs: number): readonly StoredFinding[];
  changes(sinceMs: number): readonly RememberedChange[];
  /** The newest pods that are gone, for a capture. */
  remembered(limit: number): readonly RememberedPod[];
  source(): SourceStatus;
  close(): Promise<void>;
}
