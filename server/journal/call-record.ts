import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { CallStep } from './call-step.ts';

function mergePod(
  known: CallRecord['pod'],
  told: CallRecord['pod'] | undefined,
): CallRecord['pod'] {
  if (!told || !known) return told ?? known;
  return {
    ...known,
    uid: told.uid || known.uid,
    attempt: Math.max(told.attempt, known.attempt),
  };
}

function mergeContainer(
  known: CallRecord['container'],
  told: CallRecord['container'] | undefined,
): CallRecord['container'] {
  if (!told || !known) return told ?? known;
  return { name: known.name, attempt: Math.max(told.attempt, known.attempt) };
}

/** A record before any line about it: the step and its line fill it. */
export function blankRecord(call: CallRecord['call']): CallRecord {
  return {
    call,
    beganAtMs: null,
    endedAtMs: null,
    outcome: 'open',
    error: null,
    pod: null,
    sandboxId: null,
    containerId: null,
    container: null,
    imageRef: null,
    where: '',
    text: '',
  };
}

/** The record with what a step adds to it; what is known already is not overwritten by less. */
export function withDetails(record: CallRecord, step: CallStep): CallRecord {
  return {
    ...record,
    pod: mergePod(record.pod, step.pod),
    container: mergeContainer(record.container, step.container),
    sandboxId: step.sandboxId ?? record.sandboxId,
    containerId: step.containerId ?? record.containerId,
    imageRef: record.imageRef ?? step.imageRef ?? null,
  };
}

/** The open record of a call that begins with this line. */
export function beginRecord(step: CallStep, line: LogLine): CallRecord {
  const record = withDetails(blankRecord(step.call), step);
  return { ...record, beganAtMs: line.atMs, where: line.where, text: line.text };
}

/** The record of a call that ends with this line. */
export function endRecord(begun: CallRecord, step: CallStep, line: LogLine): CallRecord {
  const { doubt: _, ...record } = withDetails(begun, step);
  if (step.phase === 'ok') return { ...record, ...endOf(line), outcome: 'ok', error: null };
  // A later line that only undoes things does not take the place of the one that told the reason.
  const isLesser = !step.error && begun.outcome === 'failed';
  const end = isLesser ? { endedAtMs: line.atMs } : endOf(line);
  return { ...record, ...end, outcome: 'failed', error: step.error ?? record.error };
}

function endOf(line: LogLine): Pick<CallRecord, 'endedAtMs' | 'where' | 'text'> {
  return { endedAtMs: line.atMs, where: line.where, text: line.text };
}
