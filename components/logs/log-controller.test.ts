import { afterEach, describe, expect, it } from 'vitest';
import type { LogItem, LogRecord } from '../../server/contract/log-record.ts';
import { ApiError } from '../data/api-client.ts';
import type {
  FollowHandlers,
  FollowQuestion,
  LogPlace,
  LogQuestion,
  LogSource,
} from '../data/log-source.ts';
import { LogController } from './log-controller.ts';
import type { LogWish } from './log-state.ts';

const PLACE: LogPlace = { kind: 'id', id: 'c1' };
const WISH: LogWish = {
  mode: 'follow',
  attempt: null,
  since: null,
  at: null,
  q: null,
  isInverted: false,
  stream: null,
  levels: null,
};

function record(number: number): LogRecord {
  const time = new Date(Date.UTC(2026, 0, 31, 3, 0, 0, number)).toISOString();
  return { time, stream: 'stdout', partial: false, text: `n=${number}`, offset: `0.a.${number}` };
}
const records = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => record(from + index));
const end = (
  nextCursor: string | null,
  direction: 'backward' | 'forward' = 'backward',
): LogItem => ({
  end: {
    reason: nextCursor === null ? 'complete' : 'limit',
    detail: null,
    nextCursor,
    readBytes: 0,
    direction,
  },
});

/** A source that a test speaks through. */
class TestSource implements LogSource {
  readonly follows: { question: FollowQuestion; on: FollowHandlers; isClosed: boolean }[] = [];
  readonly questions: LogQuestion[] = [];
  answer: (question: LogQuestion, signal: AbortSignal) => AsyncIterable<readonly LogItem[]> =
    async function* () {
      yield [end(null)];
    };

  attempts = async () => [];
  page(question: LogQuestion, signal: AbortSignal) {
    this.questions.push(question);
    return this.answer(question, signal);
  }
  follow(question: FollowQuestion, on: FollowHandlers) {
    const follow = { question, on, isClosed: false };
    this.follows.push(follow);
    return () => {
      follow.isClosed = true;
    };
  }
}

// biome-ignore lint/correctness/useYield: it fails before there is anything
async function* fails(error: Error): AsyncGenerator<readonly LogItem[]> {
  throw error;
}

const opened: LogController[] = [];
afterEach(() => {
  for (const controller of opened.splice(0)) controller.close();
});

function start(source: LogSource, wish: Partial<LogWish> = {}): LogController {
  const controller = new LogController({
    source,
    wish: { ...WISH, ...wish },
    place: () => PLACE,
  });
  opened.push(controller);
  controller.start();
  return controller;
}
const linesOf = (controller: LogController) =>
  controller
    .get()
    .text.rows.map((row) => (row.kind === 'line' ? row.record.text : row.notice.notice));

describe('following', () => {
  it('after a broken connection it goes on behind the last line, and both are told', async () => {
    const source = new TestSource();
    const shown: boolean[] = [];
    const controller = start(source);
    source.follows[0]?.on.opened();
    source.follows[0]?.on.items(records(0, 3), () => undefined);
    source.follows[0]?.on.lost({ wasOpen: true, error: null });
    expect(controller.get().phase).toBe('lost');
    await expect.poll(() => source.follows.length).toBe(2);
    expect(source.follows[1]?.question.after).toBe('0.a.2');
    source.follows[1]?.on.opened();
    source.follows[1]?.on.items(records(2, 5), () => shown.push(true));
    await expect
      .poll(() => linesOf(controller))
      .toEqual(['n=0', 'n=1', 'n=2', 'disconnected', 'disconnected', 'n=3', 'n=4']);
    expect(controller.get().phase).toBe('following');
    expect(shown).toEqual([true]);
  });

  it('of a window the last lines come as a page, and it goes on behind them', async () => {
    const source = new TestSource();
    source.answer = async function* () {
      yield [...records(7, 9), end('before:0.a.7')];
    };
    const controller = start(source, { since: '24h' });
    await expect.poll(() => source.follows.length).toBe(1);
    expect(source.questions[0]).toMatchObject({ since: '24h', cursor: null });
    expect(source.follows[0]?.question.after).toBe('0.a.8');
    expect(controller.get().older).toBe('before:0.a.7');
  });

  it('where older lines took the room of the end, going there reads it anew', async () => {
    const source = new TestSource();
    source.answer = async function* () {
      yield [...records(0, 15_000), end(null)];
    };
    const controller = start(source);
    source.follows[0]?.on.opened();
    source.follows[0]?.on.items(records(15_000, 30_000), () => undefined);
    await expect.poll(() => linesOf(controller).length).toBe(15_000);
    controller.setReading(true);
    controller.loadOlder();
    await expect.poll(() => controller.get().text.cutAfter).toBe(10_000);
    controller.setReading(false);
    expect(source.follows[0]?.isClosed).toBe(true);
    expect(source.follows[1]?.question.after).toBeNull();
    expect(linesOf(controller)).toEqual([]);
  });

  it('where no WebSocket comes through it asks for what is new', async () => {
    const source = new TestSource();
    source.answer = async function* ({ cursor }) {
      yield [...(cursor === null ? records(0, 2) : records(2, 3)), end(null, 'forward')];
    };
    const controller = start(source);
    source.follows[0]?.on.lost({ wasOpen: false, error: null });
    await expect.poll(() => source.follows.length).toBe(2);
    source.follows[1]?.on.lost({ wasOpen: false, error: null });
    await expect.poll(() => controller.get().phase).toBe('polling');
    await expect.poll(() => linesOf(controller), { timeout: 5_000 }).toEqual(['n=0', 'n=1', 'n=2']);
    expect(source.questions.at(-1)?.cursor).toBe('after:0.a.1');
  });

  it('a refusal is told and not tried again', () => {
    const source = new TestSource();
    const controller = start(source);
    const problem = {
      type: 'about:blank',
      title: '',
      status: 404,
      code: 'not-found',
      detail: 'There is no such container.',
    } as const;
    source.follows[0]?.on.lost({ wasOpen: false, error: new ApiError(problem) });
    expect(controller.get()).toMatchObject({
      phase: 'failed',
      sentence: 'There is no such container.',
    });
    expect(source.follows).toHaveLength(1);
  });

  it('closing ends the stream', () => {
    const source = new TestSource();
    start(source).close();
    expect(source.follows[0]?.isClosed).toBe(true);
  });
});

describe('history', () => {
  it('reads the last lines, and older ones when asked', async () => {
    const source = new TestSource();
    source.answer = async function* ({ cursor }) {
      yield cursor === null ? records(10, 12) : records(8, 10);
      yield [end(cursor === null ? 'before:0.a.10' : null)];
    };
    const controller = start(source, { mode: 'history', since: '15m' });
    await expect.poll(() => controller.get().phase).toBe('shown');
    expect(source.questions[0]).toMatchObject({ since: '15m', lines: 1_000, place: PLACE });
    controller.loadOlder();
    await expect.poll(() => linesOf(controller)).toEqual(['n=8', 'n=9', 'n=10', 'n=11']);
    expect(controller.get().older).toBeNull();
  });

  it('a sought line stands with what was before and after it, whatever the filter', async () => {
    const source = new TestSource();
    source.answer = async function* ({ cursor }) {
      yield cursor?.startsWith('from:') ? records(5, 7) : records(3, 5);
      yield [end(cursor?.startsWith('from:') ? 'after:0.a.6' : 'before:0.a.3')];
    };
    const controller = start(source, { mode: 'history', at: '0.a.5', q: 'x' });
    await expect.poll(() => controller.get().phase).toBe('shown');
    expect(linesOf(controller)).toEqual(['n=3', 'n=4', 'n=5', 'n=6']);
    expect(source.questions.map(({ q }) => q)).toEqual([null, null]);
    expect(controller.get()).toMatchObject({ older: 'before:0.a.3', newer: 'after:0.a.6' });
  });

  it('a time stands with what was before it, and its first line is marked', async () => {
    const at = '2026-01-31T03:00:00.005Z';
    const source = new TestSource();
    source.answer = async function* ({ since }) {
      yield since === null ? records(3, 5) : records(5, 7);
      yield [end(since === null ? 'before:0.a.3' : 'after:0.a.6')];
    };
    const controller = start(source, { mode: 'history', at, q: 'x' });
    await expect.poll(() => controller.get().phase).toBe('shown');
    expect(linesOf(controller)).toEqual(['n=3', 'n=4', 'n=5', 'n=6']);
    expect(source.questions).toMatchObject([
      { q: null, since: at, isForward: true, cursor: null },
      { q: null, since: null, until: at, isForward: false, cursor: null },
    ]);
    expect(controller.get()).toMatchObject({ sought: '0.a.5', newer: 'after:0.a.6' });
    expect(controller.get().sentence).toContain('03:00:00.005 UTC');
  });

  it('behind a time that is after the end, and of a line that is gone, another line is marked', async () => {
    const source = new TestSource();
    source.answer = async function* ({ since }) {
      if (since === null) yield records(3, 5);
      yield [end(null)];
    };
    const late = start(source, { mode: 'history', at: '2026-02-01T00:00:00.000Z' });
    await expect.poll(() => late.get().sought).toBe('0.a.4');
    expect(late.get().sentence).toContain('the last before it is marked');
    const gone = start(source, { mode: 'history', at: '0.b.1' });
    await expect.poll(() => gone.get().sentence).toContain('is gone');
    expect(gone.get().sought).toBe('0.a.3');
  });

  it('a search that breaks off before it found anything is no search that found nothing', async () => {
    const source = new TestSource();
    const detail = 'the pattern takes too long';
    source.answer = async function* () {
      const end = { reason: 'failed', detail, nextCursor: null, readBytes: 0 } as const;
      yield [{ end: { ...end, direction: 'backward' } }];
    };
    const controller = start(source, { mode: 'history', q: '(a+)+' });
    await expect.poll(() => controller.get().phase).toBe('failed');
    expect(controller.get()).toMatchObject({
      failure: 'broken',
      sentence: 'It broke off: the pattern takes too long.',
    });
  });

  it('a pattern that is none, and a server that is gone, are told in sentences', async () => {
    const source = new TestSource();
    const detail = 'the pattern is no regular expression: Unterminated group';
    const problem = { type: 'about:blank', title: '', status: 400, code: 'bad-request', detail };
    source.answer = () => fails(new ApiError(problem as ApiError['problem']));
    const refused = start(source, { mode: 'history', q: '(' });
    await expect.poll(() => refused.get().phase).toBe('failed');
    expect(refused.get()).toMatchObject({
      failure: 'refused',
      sentence: 'The pattern is no regular expression: Unterminated group.',
    });
    source.answer = () => fails(new TypeError('Failed to fetch'));
    const gone = start(source, { mode: 'history' });
    await expect.poll(() => gone.get().phase).toBe('failed');
    expect(gone.get().sentence).toContain('cri-triage did not answer');
  });

  it('a search shows what it finds while it runs, newest first, and keeps it when it is cancelled', async () => {
    const source = new TestSource();
    const progress = { readBytes: 5, totalBytes: 10, matches: 1, reached: null };
    source.answer = async function* (_question, signal) {
      yield [record(9), { progress }];
      yield [record(4)];
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    };
    const controller = start(source, { mode: 'history', q: 'n=' });
    await expect.poll(() => linesOf(controller)).toEqual(['n=4', 'n=9']);
    expect(controller.get()).toMatchObject({ phase: 'searching', progress });
    controller.cancel();
    await expect.poll(() => controller.get().phase).toBe('shown');
    expect(controller.get().sentence).toContain('Cancelled');
    expect(linesOf(controller)).toEqual(['n=4', 'n=9']);
  });
});
