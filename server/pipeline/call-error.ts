import { UNKNOWN_CAUSE } from '../contract/explain-stage.ts';
import type { CallRecord } from '../contract/journal.ts';
import { explain } from './explain/explain.ts';
import { plainText } from './plain-text.ts';
import { unwrapError } from './unwrap-error.ts';

/** 2,000 wordings: far more than one node's failures have once names and ids are left out. */
const MAX_KNOWN = 2_000;
/** Ids, addresses, times and counts: what parts the errors of two tries of one call. */
const NUMBERS = /\b(?:[0-9a-f]{8,}(?:-[0-9a-f]{4,})*|[0-9a-f:.]*\d[0-9a-f:.]*)\b/giu;

const causeByWording = new Map<string, string | null>();

/** Two texts of one wording have one cause, so that a loop of failing calls is explained once. */
function wordingOf(text: string): string {
  return plainText(text).masked.replace(NUMBERS, '#');
}

function causeOf(text: string): string | null {
  const wording = wordingOf(text);
  const known = causeByWording.get(wording);
  if (known !== undefined) return known;
  const { cause } = explain(text);
  const told = cause === UNKNOWN_CAUSE ? null : cause;
  if (causeByWording.size >= MAX_KNOWN) causeByWording.clear();
  causeByWording.set(wording, told);
  return told;
}

export interface CallError {
  /** The innermost message. */
  readonly error: string | null;
  /** A cause slug where the text tells one. */
  readonly cause: string | null;
}

const NO_ERROR: CallError = { error: null, cause: null };
/** Records do not change: what one tells is kept as long as the record itself. */
const known = new WeakMap<CallRecord, CallError>();

/** What the error of a failed call comes to. */
export function callError(call: CallRecord): CallError {
  if (call.error === null || call.error === '') return NO_ERROR;
  const ready = known.get(call);
  if (ready !== undefined) return ready;
  const { message } = unwrapError(call.error);
  const told = { error: message || call.error, cause: causeOf(call.error) };
  known.set(call, told);
  return told;
}
