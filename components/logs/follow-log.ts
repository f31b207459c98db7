import type { LogItem } from '../../server/contract/log-record.ts';
import { logCursor } from '../../server/contract/log-words.ts';
import { END_SENTENCES } from '../../server/contract/stream-words.ts';
import type { StreamEnd } from '../../server/contract/ticket.ts';
import { ApiError } from '../data/api-client.ts';
import type { LogPlace, LogSource } from '../data/log-source.ts';
import type { StreamLoss } from '../data/stream-socket.ts';
import { formatAge } from '../ui/format.ts';
import type { LogPhase, LogWish } from './log-state.ts';
import { failureOf, type LogFailure } from './log-words.ts';

/** Back-off between tries: quick at first, since a port-forward is back in a second; then easy on the node. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** So many tries without any WebSocket coming through: something between us does not let it. */
const BLOCKED_AFTER = 2;
/** 2 s: without a WebSocket the log is asked for, at a pace that is easy on the node. */
const POLL_MS = 2_000;
/** Reasons after which trying again has no sense: who wants to, says so. */
const FINAL: ReadonlySet<StreamEnd['reason']> = new Set([
  'closed-by-you',
  'too-many',
  'logged-out',
  'replaced',
  'exited',
]);

export interface FollowOptions {
  readonly source: LogSource;
  readonly wish: LogWish;
  readonly place: () => LogPlace;
  readonly lines: number;
  readonly signal: AbortSignal;
  /** Behind which line to go on; null: none is here yet. */
  readonly lastOffset: () => string | null;
  readonly take: (items: readonly LogItem[], shown?: () => void) => void;
  readonly tell: (phase: LogPhase, sentence: string | null, failure?: LogFailure | null) => void;
}

export interface Follower {
  /** Tries now. */
  retry(): void;
  close(): void;
}

/** Follows a log until the signal: over broken connections from the last line on, and by asking where no WebSocket comes through. */
export function followLog(options: FollowOptions): Follower {
  const follower = new LogFollower(options);
  follower.connect();
  return follower;
}

class LogFollower implements Follower {
  readonly #options: FollowOptions;
  #failures = 0;
  #wasEverOpen = false;
  #lostAtMs: number | null = null;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #close: () => void = () => undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  retry(): void {
    this.#stop();
    this.#failures = 0;
    this.connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  connect(): void {
    const { source, wish, lines, take, tell, lastOffset, place } = this.#options;
    this.#close = source.follow(
      { ...wish, place: place(), lines, after: lastOffset() },
      {
        opened: () => {
          this.#wasEverOpen = true;
          this.#failures = 0;
          this.#tellBack();
          tell('following', null);
        },
        items: take,
        ended: (end) => this.#end(end),
        lost: (loss) => this.#lose(loss),
      },
    );
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#close();
  }

  #end(end: StreamEnd): void {
    this.#close();
    const sentence = `${END_SENTENCES[end.reason]} ${end.detail ?? ''}`.trim();
    if (FINAL.has(end.reason)) this.#options.tell('ended', sentence);
    else this.#lose({ wasOpen: true, error: null }, sentence);
  }

  #lose(loss: StreamLoss, sentence: string | null = null): void {
    const { error } = loss;
    if (error instanceof ApiError && !error.retryable) {
      const { sentence: words, failure } = failureOf(error);
      this.#options.tell('failed', words, failure);
      return;
    }
    if (this.#wasEverOpen) this.#tellLoss(sentence);
    this.#failures += 1;
    const isBlocked = !this.#wasEverOpen && this.#failures >= BLOCKED_AFTER && error === null;
    if (isBlocked) {
      void this.#poll();
      return;
    }
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LONGEST_RETRY_MS);
    this.#options.tell('lost', sentence ?? error?.message ?? null);
    this.#timer = setTimeout(() => this.connect(), waitMs);
  }

  /** One row an outage, however many tries it takes. */
  #tellLoss(sentence: string | null): void {
    if (this.#lostAtMs !== null) return;
    this.#lostAtMs = Date.now();
    this.#notice(`${sentence ?? 'The connection broke.'} Trying again.`);
  }

  #tellBack(): void {
    if (this.#lostAtMs === null) return;
    const age = formatAge(Date.now() - this.#lostAtMs);
    this.#lostAtMs = null;
    this.#notice(`Connected again after ${age}: the lines of that time follow.`);
  }

  #notice(text: string): void {
    this.#options.take([{ notice: 'disconnected', at: new Date().toISOString(), text }]);
  }

  /** Asks for what is new, again and again; never rejects. */
  async #poll(): Promise<void> {
    const { source, wish, lines, signal, lastOffset, take, tell, place } = this.#options;
    try {
      const after = lastOffset();
      const cursor = after === null ? null : logCursor.after(after);
      const where = { place: place(), lines, cursor, until: null, isForward: false };
      const question = { ...wish, ...where };
      for await (const items of source.page(question, signal)) take(items);
      tell('polling', null);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && !error.retryable) {
        const { sentence, failure } = failureOf(error);
        tell('failed', sentence, failure);
        return;
      }
      tell('lost', failureOf(error).sentence);
    }
    if (!signal.aborted && !this.#isClosed)
      this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
  }
}
