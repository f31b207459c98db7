import type { LogLevel } from '../contract/log-words.ts';

/** What a line has to be like to be given; null asks for any. */
export interface LogFilter {
  /** A regular expression, or the text itself. */
  readonly pattern: string | null;
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
  /** Lines that the pattern does not match. */
  readonly isInverted: boolean;
  readonly stream: 'stdout' | 'stderr' | null;
  readonly levels: readonly LogLevel[] | null;
  /** Fields of lines that are JSON; all of them must be equal. */
  readonly fields: readonly { readonly path: string; readonly value: string }[];
}

/** Which part of a log is asked for. */
export interface LogQuestion {
  /** An attempt; `own` is the one that the container's id names, or the newest; `all` of them as one log. */
  readonly attempt: number | 'own' | 'all';
  /** How many of the last lines; null with `sinceMs`: from then on, forward. */
  readonly tail: number | null;
  /** How many lines a page has that is read forward. */
  readonly limit: number;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  /** As logCursor makes them. */
  readonly cursor: string | null;
  readonly filter: LogFilter | null;
  /** Filtered lines read backward: in the order of time once all are found, or newest first as they are found. */
  readonly order: 'time' | 'found';
}

/** Where a follower begins. */
export interface FollowQuestion {
  /** How many of the last lines are given first; 0: only what comes. */
  readonly tail: number;
  /** Goes on behind this line (a record's `offset`); null: with the last lines. */
  readonly after: string | null;
  readonly filter: LogFilter | null;
}
