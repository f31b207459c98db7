import { expect, test } from 'vitest';
import { ALL_CALLS, CallJournal, type CallJournalParts } from './call-journal.ts';
import { callListSchema } from './contract/call.ts';
import type { CallRecord } from './contract/journal.ts';
import { available } from './contract/section.ts';
import { ago, call, NOW_MS, node } from './pipeline/testing/builders.ts';

const { signal } = new AbortController();
const pull = (seconds: number, tag = '1'): CallRecord =>
  call({
    call: 'PullImage',
    imageRef: `registry.example/a:${tag}`,
    beganAtMs: ago(seconds),
    endedAtMs: ago(seconds - 1),
  });
const live = [pull(300), pull(200)];

function journal(more: Partial<CallJournalParts> = {}): CallJournal {
  const snapshot = node({ calls: live });
  return new CallJournal({
    snapshot: () => snapshot,
    sources: () => [{ name: 'runtime-log', status: 'ok', reason: 'reads it', enable: null }],
    nowMs: () => NOW_MS,
    ...more,
  });
}

test('answers with what the snapshot has, and says from when on that is', async () => {
  const list = await journal().list(ALL_CALLS, { signal });
  expect(callListSchema.parse(list)).toEqual(list);
  expect(list).toMatchObject({ total: 2, nextCursor: null });
  expect(list.gaps).toEqual(["the runtime's log is known from 2026-11-29T11:55:00.000Z on"]);
});

test('reads the log back only for a time before the first call that is kept', async () => {
  const asked: number[] = [];
  const callsSince: CallJournalParts['callsSince'] = async (sinceMs) => {
    asked.push(sinceMs);
    return {
      calls: available([pull(900), ...live], NOW_MS),
      gaps: ['12 lines were suppressed'],
    };
  };
  const book = journal({ callsSince });
  const recent = await book.list({ ...ALL_CALLS, sinceMs: ago(250) }, { signal });
  expect([recent.total, asked]).toEqual([1, []]);
  const older = await book.list({ ...ALL_CALLS, sinceMs: ago(1_000) }, { signal });
  expect([older.total, asked]).toEqual([3, [ago(1_000)]]);
  expect(older.gaps).toContain('12 lines were suppressed');
});

test('remembered calls come behind, each once', async () => {
  let asked = 0;
  const remembered = () => {
    asked += 1;
    return [pull(300), pull(5_000)];
  };
  const book = journal({ remembered });
  const list = await book.list(ALL_CALLS, { signal });
  expect(list.calls.map((row) => [row.source, row.durationMs])).toEqual([
    ['live', 1_000],
    ['live', 1_000],
    ['history', 1_000],
  ]);
  await book.list(ALL_CALLS, { signal });
  expect(asked).toBe(1);
});

test('a log that cannot be read is told', async () => {
  const snapshot = node({ calls: null });
  const list = await journal({ snapshot: () => snapshot }).list(ALL_CALLS, { signal });
  expect(list).toMatchObject({ total: 0, gaps: ["the runtime's log: not there"] });
});

test('a source in trouble is told', async () => {
  const reason = 'journald suppressed 12 lines of the runtime.';
  const sources = () => [
    { name: 'runtime-log', status: 'degraded', reason, enable: null } as const,
  ];
  expect((await journal({ sources }).list(ALL_CALLS, { signal })).gaps).toContain(reason);
});

test('ends with its signal while the log is read back', async () => {
  const controller = new AbortController();
  const callsSince: CallJournalParts['callsSince'] = (_, ends) =>
    new Promise((_resolve, reject) => {
      ends.addEventListener('abort', () => reject(ends.reason), { once: true });
    });
  const question = { ...ALL_CALLS, sinceMs: 0 };
  const listing = journal({ callsSince }).list(question, { signal: controller.signal });
  controller.abort(new Error('the client left'));
  await expect(listing).rejects.toThrow('the client left');
});
