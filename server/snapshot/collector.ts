import type { SourceStatus } from '../contract/node-status.ts';
import type { NodeSnapshot } from './node-snapshot.ts';

/** The one owner of the latest snapshot. */
export interface Collector {
  /** The latest value; never waits. */
  current(): NodeSnapshot;
  /**
   * Reads all sources again (one run at a time; callers share it) and resolves with the new value, or with the latest
   * one after `maxWaitMs`. Never rejects for a source: a failing source blinds its section.
   */
  refresh(options: {
    readonly maxWaitMs: number;
    readonly signal: AbortSignal;
  }): Promise<NodeSnapshot>;
  /** Something was changed by us: reads the runtime's lists again, whatever their pace; waits for it at most `maxWaitMs`. */
  lookAgain(options: { readonly maxWaitMs: number }): Promise<void>;
  sources(): readonly SourceStatus[];
  onChange(listener: (snapshot: NodeSnapshot) => void): () => void;
  /** While someone watches: lists on events (folded) and at a slow pace, kubelet every 2 s. Else nothing is listed. */
  setWatched(isWatched: boolean): void;
  close(): Promise<void>;
}
