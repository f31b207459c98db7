import type { CallRow } from '../contract/call.ts';
import { callKey } from '../contract/call-key.ts';
import { type CallQueryTerm, matchesCall } from '../contract/call-query.ts';
import type { CallRecord } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { assemblePods } from './assemble-pods.ts';
import { callError } from './call-error.ts';
import { durationOf, heardAtMs } from './call-facts.ts';
import { type CallOwner, type CallOwners, callOwners } from './call-owners.ts';
import { type CallWitnesses, callWitnesses } from './call-witness.ts';
import { finite } from './numbers.ts';
import { iso } from './time.ts';

/** Calls that are wanted; what is left out does not filter. */
export interface CallFilter {
  readonly pod?: { readonly namespace: string; readonly name: string; readonly uid: string | null };
  /** Heard of since then. */
  readonly sinceMs?: number;
  readonly calls?: readonly string[];
  readonly outcomes?: readonly CallRow['outcome'][];
  readonly terms?: readonly CallQueryTerm[];
}

/** Calls that are known beside the snapshot's: read back from the log, or remembered. */
export interface OlderCalls {
  readonly calls: readonly CallRecord[];
  readonly source: CallRow['source'];
}

/** Who tells more of one and the same call: an end more than a begin, a begin and an end more than an end. */
function weight({ outcome, beganAtMs }: CallRecord): number {
  return (outcome === 'open' ? 0 : 2) + (beganAtMs === null ? 0 : 1);
}

interface Known {
  readonly call: CallRecord;
  readonly source: CallRow['source'];
}

/** One entry a call, by its key; of equal ones the live one, unless an older source knows its end. */
function merged(live: readonly CallRecord[], older: readonly OlderCalls[]): Iterable<Known> {
  const byKey = new Map<string, Known>();
  for (const call of live) byKey.set(callKey(call), { call, source: 'live' });
  for (const { calls, source } of older) {
    for (const call of calls) {
      const key = callKey(call);
      const known = byKey.get(key);
      if (known === undefined || weight(call) > weight(known.call))
        byKey.set(key, { call, source });
    }
  }
  return byKey.values();
}

/** The calls of one snapshot with their owners and witnesses; made once, asked for many pages. */
export class CallBook {
  readonly #snapshot: NodeSnapshot;
  readonly #nowMs: number;
  readonly #owners: CallOwners;
  readonly #witnesses: CallWitnesses;
  readonly #usual: ReadonlyMap<string, number>;

  constructor(snapshot: NodeSnapshot, nowMs: number) {
    this.#snapshot = snapshot;
    this.#nowMs = nowMs;
    const views = assemblePods(snapshot, nowMs);
    this.#owners = callOwners(snapshot, views);
    this.#witnesses = callWitnesses(snapshot, this.#owners, nowMs);
    this.#usual = new Map(valueOr(snapshot.usual, []).map((item) => [item.call, item.medianMs]));
  }

  /** The rows that fit: in flight first, the longest first; then the others, newest first. */
  rows(filter: CallFilter, older: readonly OlderCalls[] = []): readonly CallRow[] {
    const inFlight: CallRow[] = [];
    const others: { readonly row: CallRow; readonly atMs: number }[] = [];
    for (const known of merged(valueOr(this.#snapshot.calls, []), older)) {
      const row = this.#fittingRow(known, filter);
      if (row?.outcome === 'in-flight') inFlight.push(row);
      else if (row !== null) others.push({ row, atMs: heardAtMs(known.call) });
    }
    inFlight.sort((a, b) => (a.beganAt ?? '').localeCompare(b.beganAt ?? ''));
    others.sort((a, b) => b.atMs - a.atMs || (a.row.id < b.row.id ? 1 : -1));
    return [...inFlight, ...others.map(({ row }) => row)];
  }

  /** What costs little decides first; null where the call does not fit. */
  #fittingRow({ call, source }: Known, filter: CallFilter): CallRow | null {
    const { sinceMs = 0, calls, outcomes, terms = [] } = filter;
    if (call.outcome !== 'open' && heardAtMs(call) < sinceMs) return null;
    if (calls !== undefined && !calls.includes(call.call)) return null;
    const owner = this.#ownerFor(call, filter.pod);
    if (owner === undefined) return null;
    const row = this.#toRow(call, owner, source);
    const isWanted = outcomes === undefined || outcomes.includes(row.outcome);
    return isWanted && matchesCall(row, terms) ? row : null;
  }

  /** Undefined: not of the pod that is wanted. Null: nobody tells whose it is. */
  #ownerFor(call: CallRecord, pod: CallFilter['pod']): CallOwner | null | undefined {
    const owners = this.#owners.of(call);
    if (pod === undefined) return owners[0] ?? null;
    return owners.find(
      (owner) =>
        owner.namespace === pod.namespace &&
        owner.name === pod.name &&
        (pod.uid === null || owner.uid === null || owner.uid === pod.uid),
    );
  }

  #toRow(call: CallRecord, owner: CallOwner | null, source: CallRow['source']): CallRow {
    const isOpen = call.outcome === 'open';
    const judged = isOpen ? this.#witnesses.judge(call) : ENDED;
    const isInFlight = isOpen && judged.doubt === null;
    const { error, cause } = callError(call);
    return {
      id: callKey(call),
      call: call.call,
      namespace: owner?.namespace ?? null,
      pod: owner?.name ?? null,
      uid: owner?.uid ?? null,
      container: owner?.container ?? call.container?.name ?? null,
      attempt: owner?.attempt ?? call.container?.attempt ?? null,
      imageRef: call.imageRef,
      sandboxId: call.sandboxId,
      containerId: call.containerId,
      beganAt: iso(call.beganAtMs),
      endedAt: iso(call.endedAtMs),
      durationMs: finite(
        isInFlight ? this.#nowMs - (call.beganAtMs ?? this.#nowMs) : durationOf(call),
      ),
      usualMs: this.#usual.get(call.call) ?? null,
      outcome: isInFlight ? 'in-flight' : call.outcome === 'open' ? 'unknown' : call.outcome,
      witnesses: [...judged.witnesses],
      doubt: judged.doubt,
      error,
      cause,
      where: call.where,
      text: call.text,
      source,
    };
  }
}

const ENDED = { witnesses: [], doubt: null } as const;
