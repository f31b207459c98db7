import { readdir, readFile, readlink, rename, unlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { followLog } from './follow-log.ts';
import { numbered, readersForEach } from './testing/follow-reader.ts';
import { logFolderForEach } from './testing/log-folder.ts';

const folder = logFolderForEach();
const follow = readersForEach(folder);

test('gives the last lines and then what comes', async () => {
  await folder().write('0.log', folder().lines(1, 10));
  const reader = follow({ tail: 3 });
  await reader.until(() => reader.texts.length === 3);
  await folder().append('0.log', folder().lines(11, 12));
  await reader.until(() => reader.texts.length === 5);
  expect(reader.texts).toEqual(numbered(8, 12));
  expect(reader.notices).toEqual([]);
});

test('waits for a container that is not there yet', async () => {
  const reader = follow();
  await reader.until(() => reader.notices.includes('waiting'));
  await folder().append('0.log', folder().lines(1, 3));
  await reader.until(() => reader.texts.length === 3);
  expect(reader.texts).toEqual(numbered(1, 3));
  expect(reader.notices).toEqual(['waiting']);
});

test('goes on behind a line without a gap or a double, also after rotation', async () => {
  await folder().write('0.log', folder().lines(1, 20));
  const first = follow();
  await first.until(() => first.texts.length === 20);
  await first.stop();
  await folder().append('0.log', folder().lines(21, 30));
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().write('0.log', folder().lines(31, 40));
  const after = first.records.at(-1)?.offset ?? '';
  const second = follow({ after });
  await second.until(() => second.texts.length === 20);
  expect(second.texts).toEqual(numbered(21, 40));
  await second.stop();
  // Packed, its number is another: the line is found by its time.
  const old = await readFile(folder().file('0.log.20260101-000000'));
  await folder().write('0.log.20260101-000000.gz', gzipSync(old));
  await unlink(folder().file('0.log.20260101-000000'));
  const third = follow({ after });
  await third.until(() => third.texts.length === 20);
  expect(third.texts).toEqual(numbered(21, 40));
});

test('pieces are joined; a prompt without its end is shown', async () => {
  await folder().write('0.log', folder().line('one ', { tag: 'P' }));
  const reader = follow();
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
  const reader = follow({ filter });
  await reader.until(() => reader.texts.length === 2);
  expect(reader.texts).toEqual(['line 1', 'line 3']);
  await folder().append('0.log', folder().line(`${'a'.repeat(40)}b`));
  const slow = follow({ filter: { ...filter, pattern: '^(a+)+$' } });
  await slow.until(() => slow.isDone);
  expect(String(slow.failure)).toContain('repetitions within repetitions');
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
