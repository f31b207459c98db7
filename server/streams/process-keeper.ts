import type { LeftProcess, StartedProcess } from '../contract/started-process.ts';
/** Finds what an exec has started, on the node's side, and ends it. */
export interface ProcessKeeper {
  /** The node's clock of processes; null where they cannot be seen. */
  now(): Promise<number | null>;
  /** Null when it cannot be told for sure. */
  find(started: {
    readonly containerId: string;
    readonly command: readonly string[];
    readonly sinceMs: number;
    readonly taken: ReadonlySet<number>;
  }): Promise<StartedProcess | null>;
  left(started: StartedProcess): Promise<readonly LeftProcess[]>;
  /** Answers what goes on in spite of it. */
  end(started: StartedProcess, signal: AbortSignal): Promise<readonly LeftProcess[]>;
}
