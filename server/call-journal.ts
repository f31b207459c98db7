import type { CallList } from './contract/call.ts';
import { parseCallQuery } from './contract/call-query.ts';
import type { CallRecord } from './contract/journal.ts';
import type { RuntimeHealth, SourceStatus } from './contract/node-status.ts';
import { type Section, valueOr } from './contract/section.ts';
import { CallBook, type CallFilter, type OlderCalls } from './pipeline/call-list.ts';
import { pageOfCalls } from './pipeline/call-page.ts';
import { iso, isoOrEpoch } from './pipeline/time.ts';
import type { AskOptions, CallQuestion, PodRef } from './runtime.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

/** 5,000 remembered calls at once: a page is 500, and nobody turns more than a few. */
const MAX_REMEMBERED = 5_000;
/** 5 s: what is remembered grows by what is in the journal anyhow. */
const REMEMBERED_AGE_MS = 5_000;
/** 3 s: reading an old log back must not hold an answer longer. */
const READ_BACK_MS = 3_000;
/** 1 s: two questions at once are answered from one look at the pods. */
const BOOK_AGE_MS = 1_000;

/** What the calls are told from; the optional parts know calls beside the snapshot's. */
export interface CallJournalParts {
  /** The latest value; the same object as long as it is the same. */
  readonly snapshot: () => NodeSnapshot;
  /** As of now, where it changes between two snapshots. */
  readonly health?: () => RuntimeHealth;
  readonly sources: () => readonly SourceStatus[];
  readonly nowMs: () => number;
  /** Reads the runtime's log back. */
  readonly callsSince?: (
    sinceMs: number,
    signal: AbortSignal,
  ) => Promise<{
    readonly calls: Section<readonly CallRecord[]>;
    readonly gaps: readonly string[];
  }>;
  /** Calls kept in the database, newest first. */
  readonly remembered?: (question: {
    readonly sinceMs: number;
    readonly limit: number;
    readonly pod?: PodRef;
  }) => readonly CallRecord[];
}

/** All calls, as many as a page has. */
export const ALL_CALLS: CallQuestion = {
  pod: null,
  sinceMs: null,
  calls: null,
  outcomes: null,
  q: '',
  limit: 500,
  after: null,
};

interface Older {
  readonly lists: readonly OlderCalls[];
  readonly gaps: readonly string[];
}

interface KnownBook {
  readonly snapshot: NodeSnapshot;
  readonly state: RuntimeHealth['state'];
  readonly atMs: number;
  readonly book: CallBook;
}

interface KnownCalls {
  readonly key: string;
  readonly atMs: number;
  readonly calls: readonly CallRecord[];
}

/** Answers questions about calls from the latest snapshot, and from what else is known of the past. */
export class CallJournal {
  readonly #parts: CallJournalParts;
  #book: KnownBook | null = null;
  #remembered: KnownCalls | null = null;

  constructor(parts: CallJournalParts) {
    this.#parts = parts;
  }

  /** One page of the calls that fit. Rejects with the signal's reason only. */
  async list(question: CallQuestion, options: AskOptions): Promise<CallList> {
    const snapshot = this.#parts.snapshot();
    const older = await this.#older(snapshot, question, options.signal);
    const rows = this.#bookOf(snapshot).rows(toFilter(question), older.lists);
    const { calls, next } = pageOfCalls(rows, question.after, question.limit);
    return {
      asOf: isoOrEpoch(snapshot.calls.available ? snapshot.calls.asOfMs : this.#parts.nowMs()),
      calls: [...calls],
      nextCursor: next === null ? null : toCursor(next),
      total: rows.length,
      gaps: [...this.#gaps(snapshot, question), ...older.gaps],
    };
  }

  #bookOf(snapshot: NodeSnapshot): CallBook {
    const nowMs = this.#parts.nowMs();
    const health = this.#parts.health?.() ?? snapshot.health;
    const known = this.#book;
    const isSame = known?.snapshot === snapshot && known.state === health.state;
    if (isSame && nowMs - known.atMs < BOOK_AGE_MS) return known.book;
    const book = new CallBook({ ...snapshot, health }, nowMs);
    this.#book = { snapshot, state: health.state, atMs: nowMs, book };
    return book;
  }

  async #older(
    snapshot: NodeSnapshot,
    question: CallQuestion,
    signal: AbortSignal,
  ): Promise<Older> {
    const remembered: OlderCalls = {
      calls: this.#rememberedCalls(question),
      source: 'history',
    };
    const { callsSince } = this.#parts;
    const { sinceMs } = question;
    if (callsSince === undefined || sinceMs === null || !reachesBack(snapshot, sinceMs)) {
      return { lists: [remembered], gaps: [] };
    }
    const limit = AbortSignal.timeout(READ_BACK_MS);
    try {
      const read = await callsSince(sinceMs, AbortSignal.any([signal, limit]));
      const calls = read.calls.available ? read.calls.value : [];
      const reason = read.calls.available ? [] : [read.calls.reason];
      return { lists: [{ calls, source: 'live' }, remembered], gaps: [...reason, ...read.gaps] };
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.aborted) throw error;
      const gap = `the runtime's log could not be read back within ${READ_BACK_MS / 1_000} s`;
      return { lists: [remembered], gaps: [gap] };
    }
  }

  #rememberedCalls({ pod, sinceMs }: CallQuestion): readonly CallRecord[] {
    const { remembered, nowMs } = this.#parts;
    if (remembered === undefined) return [];
    const key = JSON.stringify([pod, sinceMs]);
    const known = this.#remembered;
    if (known?.key === key && nowMs() - known.atMs < REMEMBERED_AGE_MS) return known.calls;
    const calls = remembered({
      sinceMs: sinceMs ?? 0,
      limit: MAX_REMEMBERED,
      ...(pod === null ? {} : { pod }),
    });
    this.#remembered = { key, atMs: nowMs(), calls };
    return calls;
  }

  /** Why calls may be missing, as far as the sources say so. */
  #gaps(snapshot: NodeSnapshot, { sinceMs }: CallQuestion): readonly string[] {
    const { calls } = snapshot;
    if (!calls.available) return [`the runtime's log: ${calls.reason}`];
    const { status, reason } =
      this.#parts.sources().find((source) => source.name === 'runtime-log') ?? OK;
    const trouble = status === 'ok' && !/dropped/u.test(reason) ? [] : [reason];
    const firstMs = firstKnownMs(calls.value);
    const from = iso(firstMs);
    const isCut = from !== null && (sinceMs === null || sinceMs < (firstMs ?? 0));
    const hasOlder = this.#parts.remembered !== undefined;
    return isCut && !hasOlder
      ? [...trouble, `the runtime's log is known from ${from} on`]
      : trouble;
  }
}

const OK = { status: 'ok', reason: '' } as const;

function firstKnownMs(calls: readonly CallRecord[]): number | null {
  const [first] = calls;
  return first?.beganAtMs ?? first?.endedAtMs ?? null;
}

/** Whether calls are asked for that are older than all that are kept. */
function reachesBack({ calls }: NodeSnapshot, sinceMs: number): boolean {
  const firstMs = firstKnownMs(valueOr(calls, []));
  return firstMs === null || sinceMs < firstMs;
}

function toFilter({ pod, sinceMs, calls, outcomes, q }: CallQuestion): CallFilter {
  return {
    ...(pod === null ? {} : { pod }),
    ...(sinceMs === null ? {} : { sinceMs }),
    ...(calls === null ? {} : { calls }),
    ...(outcomes === null ? {} : { outcomes }),
    terms: parseCallQuery(q),
  };
}

/** Cursors name the last row that was given, so that rows that come and go do not shift the pages. */
function toCursor({ id, atMs }: { readonly id: string; readonly atMs: number }): string {
  return Buffer.from(`${atMs} ${id}`).toString('base64url');
}
