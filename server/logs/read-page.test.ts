import { spawnSync } from 'node:child_process';
import { mkdir, open, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { logCursor } from '../contract/log-words.ts';
import { logFolderForEach } from './testing/log-folder.ts';
import { ANY, readAll } from './testing/read-all.ts';

const folder = logFolderForEach();
const numbered = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

test('the last lines, and page after page before them, to the beginning', async () => {
  await folder().write('0.log', folder().lines(1, 25));
  const last = await readAll(folder(), { tail: 10 });
  expect(last.texts).toEqual(numbered(16, 25));
  expect(last.end).toMatchObject({ reason: 'limit', direction: 'backward' });
  const before = await readAll(folder(), { tail: 10, cursor: last.end.nextCursor });
  expect(before.texts).toEqual(numbered(6, 15));
  const first = await readAll(folder(), { tail: 10, cursor: before.end.nextCursor });
  expect(first.texts).toEqual(numbered(1, 5));
  expect(first.end).toMatchObject({ reason: 'complete', nextCursor: null });
});

test('forward from a line, and behind it', async () => {
  await folder().write('0.log', folder().lines(1, 25));
  const { records } = await readAll(folder(), {});
  const offset = records[9]?.offset ?? '';
  const from = await readAll(folder(), { limit: 3, cursor: logCursor.from(offset) });
  expect(from.texts).toEqual(numbered(10, 12));
  expect(from.end).toMatchObject({ reason: 'limit', direction: 'forward' });
  const on = await readAll(folder(), { limit: 100, cursor: from.end.nextCursor });
  expect(on.texts).toEqual(numbered(13, 25));
  expect(on.end.reason).toBe('complete');
  const exactly = await readAll(folder(), { limit: 13, cursor: from.end.nextCursor });
  expect(exactly.end.reason).toBe('complete');
});

test('pages go on over rotated and packed files; the seams are rows', async () => {
  await folder().write('0.log.20260101-000000.gz', gzipSync(folder().lines(1, 10)));
  await folder().write('0.log.20260101-000010', folder().lines(11, 20));
  await folder().write('0.log', folder().lines(21, 30));
  const all = await readAll(folder(), {});
  expect(all.texts).toEqual(numbered(1, 30));
  expect(all.notices.map((row) => row.notice)).toEqual(['rotated', 'rotated']);
  const part = await readAll(folder(), { tail: 12 });
  expect(part.texts).toEqual(numbered(19, 30));
  const older = await readAll(folder(), { tail: 12, cursor: part.end.nextCursor });
  expect(older.texts).toEqual(numbered(7, 18));
  const rest = await readAll(folder(), { tail: 12, cursor: older.end.nextCursor });
  expect(rest.texts).toEqual(numbered(1, 6));
});

test('attempts: the newest, one of them, all of them', async () => {
  await folder().write('0.log', folder().lines(1, 2));
  await folder().write('2.log', folder().lines(3, 4));
  expect((await readAll(folder(), {})).texts).toEqual(numbered(3, 4));
  expect((await readAll(folder(), { attempt: 0 })).texts).toEqual(numbered(1, 2));
  const all = await readAll(folder(), { attempt: 'all' });
  expect(all.texts).toEqual(numbered(1, 4));
  expect(all.notices).toMatchObject([
    { notice: 'restarted', text: 'attempt 2 begins; of 1 between nothing is left' },
  ]);
  await expect(readAll(folder(), { attempt: 1 })).rejects.toMatchObject({ kind: 'absent' });
});

test('times: since, until, the last of a range', async () => {
  await folder().write('0.log.20260101-000000.gz', gzipSync(folder().lines(1, 100)));
  await folder().write('0.log', folder().lines(101, 400));
  const start = Date.parse('2026-01-02T03:00:00.000Z');
  const since = await readAll(folder(), { sinceMs: start + 50, limit: 5 });
  expect(since.texts).toEqual(numbered(50, 54));
  const range = await readAll(folder(), { sinceMs: start + 250, untilMs: start + 260 });
  expect(range.texts).toEqual(numbered(250, 259));
  expect(range.end.reason).toBe('complete');
  const last = await readAll(folder(), { sinceMs: start + 390, tail: 5 });
  expect(last.texts).toEqual(numbered(396, 400));
  expect((await readAll(folder(), { sinceMs: start + 9_999 })).texts).toEqual([]);
  expect((await readAll(folder(), { untilMs: start, tail: 9 })).texts).toEqual([]);
});

test.each(['Z', '+00:00', '+05:30'])('both forms of times, with the offset %s', async (zone) => {
  const line = folder().line('hello', { zone });
  await folder().write('0.log', line);
  const { records } = await readAll(folder(), {});
  expect(records).toEqual([
    {
      time: line.split(' ')[0],
      stream: 'stdout',
      partial: false,
      text: 'hello',
      offset: expect.stringMatching(/^0\.\w+\.0\.\w+\.\w+$/),
    },
  ]);
});

test('pieces are joined by stream, in the order in which lines begin, also over a page', async () => {
  const { line } = { line: folder().line.bind(folder()) };
  const text =
    line('one') +
    line('two-', { tag: 'P' }) +
    line('err', { stream: 'stderr' }) +
    line('two', { tag: 'F' }) +
    line('three');
  await folder().write('0.log', text);
  const all = await readAll(folder(), {});
  expect(all.texts).toEqual(['one', 'two-two', 'err', 'three']);
  const pages: string[][] = [];
  for (let cursor: string | null = null; pages.length < 9; ) {
    const page = await readAll(folder(), { tail: 1, cursor });
    pages.unshift([...page.texts]);
    cursor = page.end.nextCursor;
    if (cursor === null) break;
  }
  expect(pages.flat()).toEqual(['one', 'two-two', 'err', 'three']);
});

test('a line whose first piece stands in the file that was rotated is one line', async () => {
  await folder().write('0.log.20260101-000000', folder().line('one ', { tag: 'P' }));
  await folder().write('0.log', folder().line('two') + folder().line('three'));
  expect((await readAll(folder(), {})).texts).toEqual(['one two', 'three']);
  expect((await readAll(folder(), { tail: 1 })).texts).toEqual(['three']);
});

test('a character that was cut in two between pieces is one again', async () => {
  const bytes = Buffer.from('grün');
  const head = (tag: string) => Buffer.from(folder().line('', { tag }).slice(0, -1));
  const cut = bytes.indexOf(0xc3) + 1;
  const newline = Buffer.from('\n');
  await folder().write(
    '0.log',
    Buffer.concat([
      ...[head('P'), bytes.subarray(0, cut), newline],
      ...[head('F'), bytes.subarray(cut), newline],
    ]),
  );
  expect((await readAll(folder(), {})).texts).toEqual(['grün']);
});

test('what is not in form is told as such; what is no UTF-8 stays readable; an end is not made up', async () => {
  const odd = Buffer.concat([
    Buffer.from(folder().line('a').slice(0, -2)),
    Buffer.from([0xff, 0x62, 0x0a]),
  ]);
  await folder().write(
    '0.log',
    Buffer.concat([
      odd,
      Buffer.from('\0\0\0'),
      Buffer.from(folder().line('behind zeros')),
      Buffer.from('no log line\n'),
      Buffer.from(folder().line('last').slice(0, -1)),
    ]),
  );
  const { records } = await readAll(folder(), {});
  expect(records.map(({ text }) => text)).toEqual(['�b', 'behind zeros', 'no log line', 'last']);
  expect(records[2]).toMatchObject({ unformed: true, partial: false });
  expect(records[3]).toMatchObject({ partial: true });
});

test('a line without measure is cut and said; what follows is whole', async () => {
  const long = 'x'.repeat(3 * 1024 * 1024);
  await folder().write(
    '0.log',
    folder().line('before') + folder().line(long) + folder().line('after'),
  );
  const { records } = await readAll(folder(), { tail: 3 });
  expect(records.map(({ text, partial }) => [text.length, partial])).toEqual([
    [6, false],
    [256 * 1024, true],
    [5, false],
  ]);
});

test('a line is found again after its file was renamed, packed, or its number given to another', async () => {
  await folder().write('0.log', folder().lines(1, 20));
  const { records } = await readAll(folder(), {});
  const cursor = logCursor.from(records[14]?.offset ?? '');
  const old = folder().file('0.log.20260101-000000');
  await rename(folder().file('0.log'), old);
  await folder().write('0.log', folder().lines(21, 22));
  expect((await readAll(folder(), { cursor })).texts).toEqual(numbered(15, 22));
  await unlink(old);
  const written = await readAll(folder(), { cursor });
  expect(written.texts).toEqual(numbered(21, 22));
});

const LINE = `2026-01-01T00:00:00.000000000Z stdout F ${'x'.repeat(59)}\n`;

/** Blocks of ten thousand lines, one a second; in place of those that are left out there are holes. */
async function writeBlocks(blocks: number, isWritten: (number: number) => boolean): Promise<void> {
  await folder().write('0.log', '');
  const handle = await open(folder().file('0.log'), 'w');
  const block = Buffer.alloc(LINE.length * 10_000, LINE);
  await handle.truncate(block.length * blocks);
  for (let number = 0; number < blocks; number++) {
    if (!isWritten(number)) continue;
    const at = new Date(Date.parse('2026-01-01T00:00:00.000Z') + number * 1_000);
    const time = at.toISOString().slice(0, 19);
    for (let offset = 0; offset < block.length; offset += LINE.length) block.write(time, offset);
    await handle.write(block, 0, block.length, number * block.length);
  }
  await handle.close();
}

test('of 1 GB some kilobytes are read for the last lines', async () => {
  await writeBlocks(1_000, (number) => number > 990);
  const last = await readAll(folder(), { tail: 1_000 });
  expect(last.records).toHaveLength(1_000);
  expect(last.end.readBytes).toBeLessThan(512 * 1024);
});

test('a time is found by halving, not by reading', async () => {
  await writeBlocks(64, () => true);
  const sinceMs = Date.parse('2026-01-01T00:00:41.000Z');
  const page = await readAll(folder(), { sinceMs, limit: 100 });
  expect(page.records[0]?.time).toBe('2026-01-01T00:00:41.000000000Z');
  expect(page.records).toHaveLength(100);
  expect(page.end.readBytes).toBeLessThan(2 * 1024 * 1024);
});

test.each([
  ['a link as the file', async () => symlink('/etc/hostname', folder().file('0.log'))],
  ['a link to another log', async () => symlink('1.log', folder().file('0.log'))],
  [
    'a link to a docker file of another name',
    async () => symlink('/var/lib/docker/containers/../../../etc/shadow', folder().file('0.log')),
  ],
  ['a folder as the file', async () => mkdir(folder().file('0.log'))],
  ['a fifo as the file', async () => spawnSync('mkfifo', [folder().file('0.log')])],
  [
    'a link as an older part',
    async () => {
      await folder().write('0.log', folder().lines(1, 1));
      await symlink('/etc/hostname', folder().file('0.log.20260101-000000'));
    },
  ],
])('%s is refused', async (_name, prepare) => {
  await folder().write('notes.txt', '');
  await prepare();
  await expect(readAll(folder(), {})).rejects.toMatchObject({ kind: 'refused' });
});

test('a linked folder is refused', async () => {
  const { root, path } = folder();
  await mkdir(join(root, 'secret'), { recursive: true });
  await mkdir(join(path, '..'), { recursive: true });
  await symlink(join(root, 'secret'), path);
  await expect(readAll(folder(), {})).rejects.toMatchObject({ kind: 'refused' });
});

test("docker's files behind a link of cri-dockerd", async () => {
  const id = 'a'.repeat(64);
  const docker = join(folder().root, 'var/lib/docker/containers', id);
  await mkdir(docker, { recursive: true });
  await folder().write('notes.txt', '');
  await symlink(`/var/lib/docker/containers/${id}/${id}-json.log`, folder().file('0.log'));
  const entry = (log: string, stream: string, ms: number) =>
    `${JSON.stringify({ log, stream, time: `2026-01-01T00:00:00.00${ms}Z` })}\n`;
  await writeTo(join(docker, `${id}-json.log.1`), entry('one\n', 'stdout', 1));
  await writeTo(
    join(docker, `${id}-json.log`),
    entry('two ', 'stdout', 2) + entry('err\n', 'stderr', 3) + entry('"three"\n', 'stdout', 4),
  );
  const { texts, records } = await readAll(folder(), {});
  expect(texts).toEqual(['one', 'two "three"', 'err']);
  expect(records[2]?.stream).toBe('stderr');
});

async function writeTo(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w');
  await handle.write(text);
  await handle.close();
}

test.each(['x', 'before:', 'before:zz', 'from:0.1', 'to:0.1.0'])(
  'the cursor %s is refused',
  async (cursor) => {
    await folder().write('0.log', folder().lines(1, 2));
    await expect(readAll(folder(), { ...ANY, cursor })).rejects.toMatchObject({
      kind: 'bad-question',
    });
  },
);
