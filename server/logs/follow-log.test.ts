import {
  copyFile,
  link,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
} from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { LogNotice, LogRecord } from '../contract/log-record.ts';
import { followLog } from './follow-log.ts';
import type { FollowQuestion } from './log-question.ts';
import { logFolderForEach } from './testing/log-folder.ts';

const folder = logFolderForEach();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

class Reader {
  readonly items: (LogRecord | LogNotice)[] = [];
  readonly #abort = new AbortController();
  readonly #done: Promise<void>;
  #wake: () => void = () => {};
  isDone = false;
  failure: unknown = null;

  constructor(question: Partial<FollowQuestion> = {}, attempt: number | null = null) {
    const items = followLog({
      roots: folder().roots,
      place: { ...folder().place, attempt },
      question: { tail: 1_000, after: null, filter: null, ...question },
      signal: this.#abort.signal,
    });
    this.#done = (async () => {
      try {
        for await (const item of items) {
          this.items.push(item);
          this.#wake();
        }
      } catch (error) {
        this.failure = error;
      }
      this.isDone = true;
      this.#wake();
    })();
    closing.push(() => this.stop());
  }

  get texts(): string[] {
    return this.items.flatMap((item) => ('notice' in item ? [] : [item.text]));
  }
  get notices(): string[] {
    return this.items.flatMap((item) => ('notice' in item ? [item.notice] : []));
  }
  get records(): LogRecord[] {
    return this.items.flatMap((item) => ('notice' in item ? [] : [item]));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.isDone) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (!condition()) throw new Error('it ended before', { cause: this.failure });
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#done;
  }
}

function numbered(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
}

test('gives the last lines and then what comes', async () => {
  await folder().write('0.log', folder().lines(1, 10));
  const reader = new Reader({ tail: 3 });
  await reader.until(() => reader.texts.length === 3);
  await folder().append('0.log', folder().lines(11, 12));
  await reader.until(() => reader.texts.length === 5);
  expect(reader.texts).toEqual(numbered(8, 12));
  expect(reader.notices).toEqual([]);
});

test('waits for a container that is not there yet', async () => {
  const reader = new Reader();
  await reader.until(() => reader.notices.includes('waiting'));
  await folder().append('0.log', folder().lines(1, 3));
  await reader.until(() => reader.texts.length === 3);
  expect(reader.texts).toEqual(numbered(1, 3));
  expect(reader.notices).toEqual(['waiting']);
});

test('a numbered writer through rotation, packing and restart: none missing, none doubled', async () => {
  await folder().write('0.log', folder().lines(1, 100));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 100);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  // The runtime writes on to the old file until it is told to open a new one.
  await folder().append('0.log.20260101-000000', folder().lines(101, 150));
  await folder().append('0.log', folder().lines(151, 200));
  await reader.until(() => reader.texts.length === 200);
  const old = await readFile(folder().file('0.log.20260101-000000'));
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000010'));
  await folder().write('0.log.20260101-000000.gz', gzipSync(old));
  await unlink(folder().file('0.log.20260101-000000'));
  await folder().append('0.log', folder().lines(201, 300));
  await folder().append('1.log', folder().lines(301, 320));
  await reader.until(() => reader.texts.length === 320);
  expect(reader.texts).toEqual(numbered(1, 320));
  expect(reader.notices).toEqual(['rotated', 'rotated', 'restarted']);
});

test('late lines of a file that was left are given too', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 1);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().append('0.log', folder().line('new'));
  await reader.until(() => reader.texts.length === 2);
  await folder().append('0.log.20260101-000000', folder().line('late'));
  await reader.until(() => reader.texts.length === 3);
  expect(reader.texts).toEqual(['line 1', 'new', 'late']);
});

test('copytruncate: the copy is read from where we were', async () => {
  await folder().write('0.log', folder().lines(1, 50));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 50);
  await folder().append('0.log', folder().lines(51, 80));
  await copyFile(folder().file('0.log'), folder().file('0.log.1'));
  await truncate(folder().file('0.log'), 0);
  await folder().append('0.log', folder().lines(81, 90));
  await reader.until(() => reader.texts.length === 90);
  expect(reader.texts).toEqual(numbered(1, 90));
  expect(reader.notices[0]).toBe('truncated');
  expect(reader.notices).not.toContain('gap');
});

test('a file that was cut and grew beyond where we were is noticed; without a copy it is a gap', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 5);
  await folder().write('0.log', folder().lines(101, 150));
  await reader.until(() => reader.texts.length === 55);
  expect(reader.texts).toEqual([...numbered(1, 5), ...numbered(101, 150)]);
  expect(reader.notices).toEqual(['truncated', 'gap']);
});

test('files that were rotated and packed between two looks are read packed', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 5);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().write('0.log.20260101-000010.gz', gzipSync(folder().lines(6, 50)));
  await folder().write('0.log', folder().lines(51, 60));
  await reader.until(() => reader.texts.length === 60);
  expect(reader.texts).toEqual(numbered(1, 60));
  expect(reader.notices).toEqual(['rotated', 'rotated']);
});

test('attempts of which nothing is left are a gap', async () => {
  await folder().write('1.log', folder().lines(1, 2));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 2);
  await folder().write('4.log', folder().lines(3, 4));
  await unlink(folder().file('1.log'));
  await reader.until(() => reader.texts.length === 4);
  expect(reader.notices).toEqual(['gap', 'restarted']);
  const gap = reader.items.find((item) => 'notice' in item && item.notice === 'gap');
  expect(gap).toMatchObject({ text: 'nothing is left of attempts 2 to 3' });
});

test('removal while following: everything is given, then it is said, and it ends', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 5);
  await folder().append('0.log', folder().lines(6, 9));
  await rm(folder().path, { recursive: true });
  await reader.until(() => reader.isDone);
  expect(reader.failure).toBeNull();
  expect(reader.texts).toEqual(numbered(1, 9));
  expect(reader.notices).toEqual(['removed']);
});

test('goes on behind a line without a gap or a double, also after rotation', async () => {
  await folder().write('0.log', folder().lines(1, 20));
  const first = new Reader();
  await first.until(() => first.texts.length === 20);
  await first.stop();
  await folder().append('0.log', folder().lines(21, 30));
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().write('0.log', folder().lines(31, 40));
  const after = first.records.at(-1)?.offset ?? '';
  const second = new Reader({ after });
  await second.until(() => second.texts.length === 20);
  expect(second.texts).toEqual(numbered(21, 40));
  await second.stop();
  // Packed, its number is another: the line is found by its time.
  const old = await readFile(folder().file('0.log.20260101-000000'));
  await folder().write('0.log.20260101-000000.gz', gzipSync(old));
  await unlink(folder().file('0.log.20260101-000000'));
  const third = new Reader({ after });
  await third.until(() => third.texts.length === 20);
  expect(third.texts).toEqual(numbered(21, 40));
});

test('pieces are joined over a rotation; a prompt without its end is shown', async () => {
  await folder().write('0.log', folder().line('one ', { tag: 'P' }));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 1);
  expect(reader.records[0]).toMatchObject({ text: 'one ', partial: true });
  await folder().append('0.log', folder().line('two ', { tag: 'P' }) + folder().line('three'));
  await reader.until(() => reader.texts.length === 2);
  expect(reader.records[1]).toMatchObject({ text: 'two three', partial: false });
});

test('a slow reader holds nothing but the files: it reads on where it stopped', async () => {
  await folder().write('0.log', folder().lines(1, 10));
  const abort = new AbortController();
  const items = followLog({
    roots: folder().roots,
    place: folder().place,
    question: { tail: 1, after: null, filter: null },
    signal: abort.signal,
  });
  expect((await items.next()).value).toMatchObject({ text: 'line 10' });
  await folder().append('0.log', folder().lines(11, 2_000));
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().write('0.log', folder().lines(2_001, 2_500));
  const texts: string[] = [];
  while (texts.length < 2_490) {
    const { value } = await items.next();
    if (value !== undefined && !('notice' in value)) texts.push(value.text);
  }
  abort.abort();
  await items.return();
  expect(texts).toEqual(numbered(11, 2_500));
});

test('a filter chooses lines; one that never ends is stopped and said', async () => {
  const filter = {
    pattern: 'line [13]$',
    isLiteral: false,
    ignoresCase: false,
    isInverted: false,
    stream: null,
    levels: null,
    fields: [],
  };
  await folder().write('0.log', folder().lines(1, 5));
  const reader = new Reader({ filter });
  await reader.until(() => reader.texts.length === 2);
  expect(reader.texts).toEqual(['line 1', 'line 3']);
  await folder().append('0.log', folder().line(`${'a'.repeat(40)}b`));
  const slow = new Reader({ filter: { ...filter, pattern: '^(a+)+$' } });
  await slow.until(() => slow.isDone);
  expect(String(slow.failure)).toContain('repetitions within repetitions');
});

test('a link in the place of the next file is refused', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  await folder().write('secret.txt', 'secret');
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 1);
  await symlink(folder().file('secret.txt'), folder().file('1.log'));
  await reader.until(() => reader.isDone);
  expect(String(reader.failure)).toContain('symbolic link');
  expect(reader.texts).toEqual(['line 1']);
});

test('a file number that is given again is another file', async () => {
  await folder().write('0.log', folder().lines(1, 3));
  const reader = new Reader();
  await reader.until(() => reader.texts.length === 3);
  await link(folder().file('0.log'), folder().file('kept'));
  await unlink(folder().file('0.log'));
  await folder().write('1.log', folder().lines(4, 6));
  await reader.until(() => reader.texts.length === 6);
  expect(reader.texts).toEqual(numbered(1, 6));
});

test('a reader that is held up: files are held for it while it is; what goes unread is a gap', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  const abort = new AbortController();
  const items = followLog({
    roots: folder().roots,
    place: folder().place,
    question: { tail: 1, after: null, filter: null },
    signal: abort.signal,
  });
  expect((await items.next()).value).toMatchObject({ text: 'line 1' });
  const name = (number: number) => `0.log.20260101-0000${String(number).padStart(2, '0')}`;
  await rename(folder().file('0.log'), folder().file(name(0)));
  for (let number = 1; number <= 40; number++) {
    await folder().write(
      number === 40 ? '0.log' : name(number),
      folder().lines(number + 1, number + 1),
    );
  }
  const openFiles = async () => {
    const fds = await readdir('/proc/self/fd');
    const links = await Promise.all(
      fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((link) => link.startsWith(folder().path) && link.includes('.log')).length;
  };
  // It looks by itself while nobody reads.
  while ((await openFiles()) < 16) await new Promise((resolve) => setImmediate(resolve));
  for (let number = 0; number < 30; number++) await unlink(folder().file(name(number)));
  const seen: string[] = [];
  while (seen.at(-1) !== 'line 41') {
    const { value } = await items.next();
    if (value === undefined) break;
    seen.push('notice' in value ? value.notice : value.text);
  }
  abort.abort();
  await items.return();
  const texts = seen.filter((text) => text.startsWith('line'));
  expect(texts).toEqual([...numbered(2, 16), ...numbered(31, 41)]);
  expect(seen.filter((text) => text === 'gap')).toEqual(['gap']);
  expect(seen.indexOf('gap')).toBe(seen.indexOf('line 31') - 2);
  expect(await openFiles()).toBe(0);
});
