import type { LogProgress } from '../../server/contract/log-record.ts';
import type { FollowQuestion, LogFilter } from '../data/log-source.ts';
import { EMPTY_TEXT, type LogText } from './log-text.ts';
import type { LogFailure } from './log-words.ts';

/** What a person asked for; every part of it stands in the address. */
export interface LogWish extends LogFilter {
  readonly mode: 'follow' | 'history';
  readonly attempt: number | null;
  readonly since: FollowQuestion['since'];
  /** A line, or a time, that is sought and shown with what stands around it. */
  readonly at: string | null;
}

/** How the text comes. */
export type LogPhase =
  | 'loading'
  | 'following'
  /** The connection broke: tried again by itself. */
  | 'lost'
  /** No WebSocket comes through: asked again and again. */
  | 'polling'
  | 'ended'
  | 'searching'
  | 'shown'
  | 'failed';

export interface LogState {
  readonly phase: LogPhase;
  readonly text: LogText;
  /** Why it ended or failed, for a person. */
  readonly sentence: string | null;
  /** Why less came than was asked for; null: nothing is amiss, or the log itself is. */
  readonly failure: LogFailure | null;
  /** How far a search is, or was when it ended. */
  readonly progress: LogProgress['progress'] | null;
  /** There is more at this end; null where the log begins, or nothing was asked yet. */
  readonly older: string | null;
  readonly newer: string | null;
  readonly isPaging: boolean;
  /** The key of the line that is sought, once it is here. */
  readonly sought: string | null;
}

export const FIRST_STATE: LogState = {
  phase: 'loading',
  text: EMPTY_TEXT,
  sentence: null,
  failure: null,
  progress: null,
  older: null,
  newer: null,
  isPaging: false,
  sought: null,
};

/** Whether every line has to be looked at: then what fits comes newest first, as it is found. */
export function isFiltered(filter: LogFilter): boolean {
  return filter.q !== null || filter.stream !== null || filter.levels !== null;
}
