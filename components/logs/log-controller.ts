import type { LogEnd, LogItem, LogProgress } from '../../server/contract/log-record.ts';
import { logCursor } from '../../server/contract/log-words.ts';
import type { LogPlace, LogQuestion, LogSource } from '../data/log-source.ts';
import { type Follower, followLog } from './follow-log.ts';
import { FIRST_STATE, isFiltered, type LogState, type LogWish } from './log-state.ts';
import {
  append,
  countLines,
  firstLine,
  hold,
  lastLine,
  prepend,
  release,
  toRows,
} from './log-text.ts';
import { failureOf, historyWords } from './log-words.ts';
import { AROUND, around, momentWords } from './moment.ts';

const CANCELLED = {
  failure: 'cancelled',
  sentence: 'Cancelled. What was found until then is shown.',
} as const;
/** 1,000 lines: more than anybody reads at once, and a few hundred kB. */
const PAGE_LINES = 1_000;
/** 100 ms: lines are shown ten times a second at most, so that 5,000 a second cost about as much as 50. */
const FLUSH_MS = 100;
/** 8 ms: what comes after a pause is shown in the next frame, with what came along with it. */
const GATHER_MS = 8;

export interface LogControllerOptions {
  readonly source: LogSource;
  readonly wish: LogWish;
  /** Where the log is: the container's id changes while we follow. */
  readonly place: () => LogPlace;
}

/** The text of one log on the page, and how it comes. Made for one wish, and closed when the wish changes. */
export class LogController {
  #state = FIRST_STATE;
  readonly #options: LogControllerOptions;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #asking: AbortController | null = null;
  #follower: Follower | null = null;
  #waiting: LogItem[] = [];
  /** Tells the server that what waits is on the page. */
  #shown: (() => void) | null = null;
  #flushTimer: ReturnType<typeof setTimeout> | undefined;
  #flushedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: LogControllerOptions) {
    this.#options = options;
  }

  readonly get = (): LogState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads, or follows, what was wished for. */
  start(): void {
    const { wish } = this.#options;
    if (wish.at !== null) this.#guard(() => this.#showMoment(wish.at ?? ''));
    else if (wish.mode === 'history') this.#guard(() => this.#showHistory());
    else if (wish.since === null) this.#follow();
    else this.#guard(() => this.#followWindow());
  }

  close(): void {
    this.#closing.abort();
    clearTimeout(this.#flushTimer);
    this.#listeners.clear();
  }

  loadOlder(): void {
    this.#page('older');
  }

  loadNewer(): void {
    this.#page('newer');
  }

  /** While on, new lines wait behind the text. */
  setReading(isReading: boolean): void {
    const { text } = this.#state;
    if (!isReading && text.cutAfter > 0) this.#beginAnew();
    else if (isReading !== text.isHolding) this.#set({ text: (isReading ? hold : release)(text) });
  }

  /** The end gave way to older lines: it is read again. */
  #beginAnew(): void {
    this.#follower?.close();
    this.#follower = null;
    this.#waiting = [];
    this.#set({ ...FIRST_STATE });
    this.start();
  }

  /** Ends a search; what was found stays. */
  cancel(): void {
    this.#asking?.abort();
  }

  /** Tries again now instead of later. */
  retry(): void {
    if (this.#follower === null) this.start();
    else this.#follower.retry();
  }

  #follow(): void {
    this.#follower = followLog({
      ...this.#options,
      lines: PAGE_LINES,
      signal: this.#closing.signal,
      lastOffset: () => {
        this.#flush();
        return lastLine(this.#state.text)?.offset ?? null;
      },
      take: (items, shown) => this.#take(items, shown),
      tell: (phase, sentence, failure = null) => this.#set({ phase, sentence, failure }),
    });
  }

  /** Of a window of a day only the last lines come; those before them are a page of history away. */
  async #followWindow(): Promise<void> {
    const { rows, next } = await this.#collect({});
    this.#set({ text: append(this.#state.text, rows), older: next });
    this.#follow();
  }

  #set(change: Partial<LogState>): void {
    if (this.#closing.signal.aborted) return;
    this.#state = { ...this.#state, ...change };
    for (const tell of this.#listeners) tell();
  }

  #take(items: readonly LogItem[], shown?: () => void): void {
    for (const item of items) this.#waiting.push(item);
    this.#shown = shown ?? null;
    const waitMs = Math.max(GATHER_MS, this.#flushedAtMs + FLUSH_MS - performance.now());
    this.#flushTimer ??= setTimeout(() => this.#flush(), waitMs);
  }

  #flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    if (this.#waiting.length === 0) return;
    this.#flushedAtMs = performance.now();
    const text = append(this.#state.text, toRows(this.#waiting));
    this.#waiting = [];
    const first = firstLine(text);
    this.#set({ text, older: first === null ? null : logCursor.before(first.offset) });
    this.#shown?.();
    this.#shown = null;
  }

  #guard(run: () => Promise<void>): void {
    run().catch((error: unknown) => {
      const isCancelled = this.#asking?.signal.aborted === true;
      const hasText = this.#state.text.rows.length > 0;
      this.#set({
        phase: isCancelled || hasText ? 'shown' : 'failed',
        isPaging: false,
        ...(isCancelled ? CANCELLED : failureOf(error)),
      });
    });
  }

  /** Reads one page to its end; `on` takes what comes. */
  async #ask(
    part: Partial<LogQuestion>,
    on: (items: readonly LogItem[]) => void,
  ): Promise<LogEnd['end'] | null> {
    const { source, wish, place } = this.#options;
    this.#asking?.abort();
    const own = new AbortController();
    this.#asking = own;
    const question = {
      ...wish,
      place: place(),
      lines: PAGE_LINES,
      until: null,
      isForward: false,
      cursor: null,
      ...part,
    };
    const signal = AbortSignal.any([this.#closing.signal, own.signal]);
    let end: LogEnd['end'] | null = null;
    for await (const items of source.page(question, signal)) {
      const progress = items.findLast((item): item is LogProgress => 'progress' in item);
      if (progress !== undefined) this.#set({ progress: progress.progress });
      end = items.find((item): item is LogEnd => 'end' in item)?.end ?? end;
      on(items);
    }
    return end;
  }

  async #showHistory(): Promise<void> {
    const { wish } = this.#options;
    const isSearch = isFiltered(wish);
    this.#set({ phase: isSearch ? 'searching' : 'loading', sentence: null, failure: null });
    const page: LogItem[] = [];
    // What is searched comes newest first, as it is found; a plain page is here at once.
    const end = await this.#ask({}, (items) => {
      if (!isSearch) for (const item of items) page.push(item);
      else this.#set({ text: prepend(this.#state.text, toRows(items).toReversed()) });
    });
    const text = append(this.#state.text, toRows(page));
    const last = lastLine(text);
    const isBroken = end?.reason === 'failed';
    this.#set({
      phase: isBroken && last === null ? 'failed' : 'shown',
      text,
      failure: isBroken ? 'broken' : null,
      sentence: end === null ? null : historyWords(end, countLines(text), isSearch),
      progress: isBroken ? this.#state.progress : null,
      older: end?.nextCursor ?? null,
      newer: last === null ? null : logCursor.after(last.offset),
    });
  }

  /** A sought line, with what stands before and behind it: of the whole log, whatever the filter. */
  async #showMoment(at: string): Promise<void> {
    const asked = around(at);
    const after = await this.#collect(asked.from);
    const text = append(this.#state.text, after.rows);
    const first = firstLine(text)?.offset ?? null;
    this.#set({ text, newer: after.next, sought: first });
    const before = await this.#collect(asked.before);
    this.#set({
      text: prepend(this.#state.text, before.rows),
      older: before.next,
      phase: 'shown',
      sentence: momentWords(at, first),
    });
    if (this.#state.sought === null) {
      this.#set({ sought: lastLine(this.#state.text)?.offset ?? null });
    }
  }

  #page(side: 'older' | 'newer'): void {
    const cursor = this.#state[side];
    if (cursor === null || this.#state.isPaging) return;
    this.#set({ isPaging: true });
    const isSought = this.#options.wish.at !== null;
    this.#guard(async () => {
      const found = await this.#collect({ ...(isSought ? AROUND : {}), cursor });
      const add = side === 'older' ? prepend : append;
      this.#set({ text: add(this.#state.text, found.rows), isPaging: false, [side]: found.next });
    });
  }

  async #collect(part: Partial<LogQuestion>) {
    const found: LogItem[] = [];
    const end = await this.#ask(part, (items) => {
      for (const item of items) found.push(item);
    });
    const isBackward = end?.direction === 'backward';
    const isNewestFirst = isBackward && isFiltered({ ...this.#options.wish, ...part });
    const rows = toRows(found);
    return { rows: isNewestFirst ? rows.toReversed() : rows, next: end?.nextCursor ?? null };
  }
}
