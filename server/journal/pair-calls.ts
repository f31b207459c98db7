import type { CallRecord, LogLine } from '../contract/journal.ts';
import { beginRecord, blankRecord, endRecord, withDetails } from './call-record.ts';
import type { CallStep } from './call-step.ts';
import { isContainerdStart, readContainerdStep } from './containerd-log.ts';
import { isCrioStart, readCrioStep } from './crio-log.ts';
import { type OpenCall, OpenCalls } from './open-calls.ts';
import { suppressedCount } from './suppressed.ts';

/** Calls without an end kept at once: 20 times what one kubelet has in flight on a full node. */
const MAX_OPEN = 2_000;
/** Failed CRI-O requests whose later lines may still tell the reason. */
const MAX_SETTLED = 200;
/** Containers whose sandbox is remembered, to name it in calls that tell a container id only. */
const MAX_JOINS = 5_000;
/** A log that begins in the middle shows a few ends first; this many without one begin are no accident. */
const ENDS_WITHOUT_BEGIN = 20;
/** Call records kept, some 6 MiB: hours of a calm node, an hour and more of one where 100 pods loop. */
export const MAX_CALL_RECORDS = 10_000;

export interface CallPairer {
  /** Takes the next line; true when it changed a record. */
  push(line: LogLine): boolean;
  /** All records kept, in the order the calls began. The array is made anew after a change only. */
  records(): readonly CallRecord[];
  /** The records that changed since this was last asked, as they are now. */
  takeChanged(): readonly CallRecord[];
  /** Records and open calls given up because a bound was reached. */
  droppedCount(): number;
  /** True when ends were read but never a begin: the runtime logs above level info. */
  hidesBegins(): boolean;
}

function dropOldest<V>(map: Map<string | number, V>, max: number): number {
  let dropped = 0;
  for (const key of map.keys()) {
    if (map.size <= max) break;
    map.delete(key);
    dropped++;
  }
  return dropped;
}

function podNameOf(pod: CallRecord['pod'] | undefined): string | null {
  return pod ? `${pod.namespace}/${pod.name}` : null;
}

class Pairer implements CallPairer {
  readonly #records = new Map<number, CallRecord>();
  readonly #changed = new Map<number, CallRecord>();
  readonly #open = new OpenCalls();
  readonly #settled = new Map<string, OpenCall>();
  readonly #sandboxOf = new Map<string, string>();
  readonly #podOf = new Map<string, string>();
  readonly #maxRecords: number;
  #nextSequence = 0;
  #dropped = 0;
  #beginCount = 0;
  #unbegunCount = 0;
  #list: readonly CallRecord[] | null = null;

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords;
  }

  push(line: LogLine): boolean {
    const step = readContainerdStep(line) ?? readCrioStep(line);
    if (step !== null) return this.#take(step, line);
    if (isContainerdStart(line) || isCrioStart(line)) return this.#endAllByRestart(line);
    const suppressed = suppressedCount(line);
    if (suppressed > 0)
      return this.#doubtAll(`${suppressed} log lines were suppressed since it began`);
    return false;
  }

  records(): readonly CallRecord[] {
    this.#list ??= [...this.#records.values()];
    return this.#list;
  }

  takeChanged(): readonly CallRecord[] {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    return changed;
  }

  droppedCount(): number {
    return this.#dropped;
  }

  hidesBegins(): boolean {
    return this.#beginCount === 0 && this.#unbegunCount >= ENDS_WITHOUT_BEGIN;
  }

  #take(step: CallStep, line: LogLine): boolean {
    const key = step.joinsByPod === true ? this.#keyByPod(step) : step.key;
    if (key === null) return false;
    if (step.phase === 'begin') this.#begin(step, line);
    else if (step.phase === 'hint') return this.#hint(key, step);
    else this.#end(key, step, line);
    return true;
  }

  #begin(step: CallStep, line: LogLine): void {
    this.#beginCount++;
    if (step.subject !== undefined) this.#doubtSubject(step.subject);
    const { key, subject } = step;
    const record = this.#withSandbox(beginRecord(step, line));
    const call: OpenCall = { key, sequence: this.#nextSequence++, subject, record };
    this.#open.add(call);
    this.#dropped += this.#open.dropAbove(MAX_OPEN);
    this.#store(call);
  }

  #end(key: string, step: CallStep, line: LogLine): void {
    const open = step.isRefusal === true ? this.#open.takeLast(key) : this.#open.take(key);
    const call = open ?? this.#settled.get(key) ?? this.#unbegun(key, step);
    call.record = this.#withSandbox(endRecord(call.record, step, line));
    if (step.phase === 'failed' && step.canBeCorrected === true) {
      this.#settled.set(key, call);
      dropOldest(this.#settled, MAX_SETTLED);
    } else this.#settled.delete(key);
    this.#remember(call.record);
    this.#store(call);
  }

  #hint(key: string, step: CallStep): boolean {
    const call = this.#open.first(key) ?? this.#settled.get(key);
    if (call === undefined) return false;
    call.record = withDetails(call.record, step);
    this.#store(call);
    return true;
  }

  /** The key of the open call that a line without one belongs to. */
  #keyByPod({ call, pod }: CallStep): string | null {
    const wanted = podNameOf(pod);
    for (const { key, record } of this.#open) {
      if (record.call !== call) continue;
      const name = podNameOf(record.pod) ?? this.#podOf.get(record.sandboxId ?? '');
      if (name === wanted) return key;
    }
    return null;
  }

  /** An end whose begin was not seen: it was written before our first line, or above the runtime's log level. */
  #unbegun(key: string, { call }: CallStep): OpenCall {
    this.#unbegunCount++;
    return { key, sequence: this.#nextSequence++, subject: undefined, record: blankRecord(call) };
  }

  #store(call: OpenCall): void {
    this.#records.set(call.sequence, call.record);
    this.#dropped += dropOldest(this.#records, this.#maxRecords);
    this.#changed.set(call.sequence, call.record);
    dropOldest(this.#changed, this.#maxRecords);
    this.#list = null;
  }

  #withSandbox(record: CallRecord): CallRecord {
    if (record.sandboxId !== null || record.containerId === null) return record;
    return { ...record, sandboxId: this.#sandboxOf.get(record.containerId) ?? null };
  }

  /** Which container stands in which sandbox, and which sandbox is of which pod: later calls tell ids only. */
  #remember({ containerId, sandboxId, pod }: CallRecord): void {
    if (sandboxId === null) return;
    const name = podNameOf(pod);
    if (name !== null) this.#podOf.set(sandboxId, name);
    if (containerId !== null) this.#sandboxOf.set(containerId, sandboxId);
    dropOldest(this.#podOf, MAX_JOINS);
    dropOldest(this.#sandboxOf, MAX_JOINS);
  }

  #updateOpen(change: (call: OpenCall) => CallRecord): boolean {
    for (const call of this.#open) {
      call.record = change(call);
      this.#store(call);
    }
    return this.#open.size > 0;
  }

  #doubtAll(doubt: string): boolean {
    return this.#updateOpen((call) => ({ ...call.record, doubt }));
  }

  #doubtSubject(subject: string): void {
    const doubt = 'the same call began again since, so its end may not have been logged';
    for (const call of this.#open) {
      if (call.subject !== subject) continue;
      call.record = { ...call.record, doubt };
      this.#store(call);
    }
  }

  #endAllByRestart(line: LogLine): boolean {
    const hadOpen = this.#updateOpen((call) => ({
      ...call.record,
      endedAtMs: line.atMs,
      outcome: 'failed',
      error: 'the runtime was restarted before the call ended',
      where: line.where,
      text: line.text,
    }));
    this.#open.clear();
    return hadOpen;
  }
}

/** A live pairing of begins and ends, bounded; the oldest records go first. */
export function createCallPairer(maxRecords: number = MAX_CALL_RECORDS): CallPairer {
  return new Pairer(maxRecords);
}

/** The calls told by a runtime's log lines (containerd's or CRI-O's), in the order they began. */
export function pairCalls(lines: readonly LogLine[]): CallRecord[] {
  const pairer = createCallPairer();
  for (const line of lines) pairer.push(line);
  return [...pairer.records()];
}
