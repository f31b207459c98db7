import type { CallRecord, JournalCall } from '../contract/journal.ts';

/** What one log line says about one CRI call: that it began, ended well, or failed. */
export interface CallStep {
  readonly call: JournalCall;
  /** `hint`: the line only adds what it knows to the open call with the same key. */
  readonly phase: 'begin' | 'ok' | 'failed' | 'hint';
  /** Joins the steps of one call. Calls with equal keys end in the order they began. */
  readonly key: string;
  readonly error?: string | null;
  readonly pod?: CallRecord['pod'];
  readonly sandboxId?: string | null;
  readonly containerId?: string | null;
  readonly container?: CallRecord['container'];
  readonly imageRef?: string | null;
  /** Set where the end of a call may stay unwritten: a later begin with the same subject then casts doubt on this one. */
  readonly subject?: string;
  /** True where no key joins the line to its call: the open call of the same name and pod is meant. */
  readonly joinsByPod?: boolean;
  /** True where the runtime refused the call at once: of calls with equal keys it is then the one that began last. */
  readonly isRefusal?: boolean;
  /** Set where one call's lines may still correct its outcome after a failure was read. */
  readonly canBeCorrected?: boolean;
}

/** The text between two markers, searched from `from` on; null when either is missing. */
export function between(text: string, open: string, close: string, from = 0): string | null {
  const start = text.indexOf(open, from);
  if (start === -1) return null;
  const end = text.indexOf(close, start + open.length);
  return end === -1 ? null : text.slice(start + open.length, end);
}

/** A non-negative whole number, 0 for anything else. */
export function toAttempt(text: string | null | undefined): number {
  const value = Number(text ?? '0');
  return Number.isInteger(value) && value >= 0 ? value : 0;
}
