/** One raw line of a log, wherever it comes from. */
export interface FeedLine {
  readonly text: string;
  /** file:line, file@byte where the start of the file was not read, or the journald unit. */
  readonly where: string;
  /** When journald or the kernel took the line in; null for files. */
  readonly writtenAtMs: number | null;
  /** syslog's priority, 0 (worst) to 7; absent where the log keeps none. */
  readonly priority?: number;
}

export interface FeedBatch {
  readonly lines: readonly FeedLine[];
  /** True when everything written so far has been given out. */
  readonly isCaughtUp: boolean;
}

/** A log that is followed. It ends with the signal, and throws FeedError when it cannot go on. */
export type Feed = AsyncIterable<FeedBatch>;

/** Why a log cannot be read, in words for the sources panel. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}
