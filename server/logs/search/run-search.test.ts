import { open } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { LogItem } from '../../contract/log-record.ts';
import { toLineTest } from '../line-filter.ts';
import type { LogFilter } from '../log-question.ts';
import { logFolderForEach } from '../testing/log-folder.ts';
import { NO_FILTER, readAll } from '../testing/read-all.ts';
import { toChunkPattern } from './chunk-pattern.ts';
import { runSearch } from './run-search.ts';
import type { SearchJob } from './search-job.ts';

const folder = logFolderForEach();

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const WORDS = [
  'ERROR',
  'GET /api/v1/items',
  'HTTP P',
  'took 12ms',
  'grün',
  '日本',
  'status=500',
  '\ttabbed ',
  'foo.bar',
  '"quoted"',
  '[x]',
  'P stdout P ',
  'odd',
];

/** Lines with pieces of both streams between each other, other alphabets, and lines in no form. */
function mixedLog(lines: number, isAscii = false): string {
  const next = numbers(lines);
  const words = isAscii ? WORDS.filter((word) => /^[\x20-\x7e]+$/.test(word)) : WORDS;
  let text = '';
  for (let number = 0; number < lines; number++) {
    const count = 1 + next(5);
    const body = Array.from({ length: count }, () => words[next(words.length)]).join(' ');
    const stream = next(3) === 0 ? 'stderr' : 'stdout';
    const tag = next(12) === 0 ? 'P' : 'F';
    text += next(40) === 0 ? `odd ${body}\n` : folder().line(`${number} ${body}`, { stream, tag });
  }
  return text;
}

/** The same with bytes between that are no UTF-8: half characters, and 0xff. */
function brokenLog(lines: number): Buffer {
  const broken = folder().line('ERROR half * took 12ms foo.bar');
  const [before = '', after = ''] = broken.split('*');
  const line = Buffer.concat([
    Buffer.from(before),
    Buffer.from([0xf0, 0x9f, 0x98, 0x20, 0xff]),
    Buffer.from(after),
  ]);
  const blocks = Array.from({ length: 5 }, () => Buffer.from(mixedLog(lines / 5)));
  return Buffer.concat(blocks.flatMap((block) => [block, line]));
}

async function search(
  filter: Partial<LogFilter>,
  job: Partial<SearchJob> = {},
): Promise<readonly LogItem[]> {
  const handle = await open(folder().file('0.log'));
  const { size, ino } = await handle.stat();
  const part = { fd: handle.fd, attempt: 0, inode: ino, sizeBytes: size, base: 0 };
  const items: LogItem[] = [];
  const all: SearchJob = {
    parts: [{ ...part, form: 'cri', isPacked: false }],
    from: 0,
    to: size,
    direction: 'forward',
    lines: 100_000,
    order: 'time',
    filter: { ...NO_FILTER, ...filter },
    ...job,
  };
  await runSearch(
    all,
    async (found) => void items.push(...found),
    () => undefined,
  );
  await handle.close();
  return items;
}

const textsOf = (items: readonly LogItem[]): string[] =>
  items.flatMap((item) => ('text' in item && !('notice' in item) ? [item.text] : []));

const PATTERNS: readonly Partial<LogFilter>[] = [
  { pattern: 'ERROR' },
  { pattern: 'grün' },
  { pattern: 'foo.bar' },
  { pattern: 'foo.bar', isLiteral: true },
  { pattern: 'error', ignoresCase: true },
  { pattern: 'ERROR.*took' },
  { pattern: '^\\d+ ERROR' },
  { pattern: '^odd' },
  { pattern: 'took \\d+ms$' },
  { pattern: '\\sERROR\\s' },
  { pattern: '[^a-z]+P ' },
  { pattern: '\\W{3}' },
  { pattern: '日.GET|status=(?:4|5)\\d\\d' },
  { pattern: '(?<!\\d )ERROR' },
  { pattern: 'ERROR(?!.*took)' },
  { pattern: '(?<=ERROR )took' },
  { pattern: '(?!.*took)^\\d' },
  { pattern: '(?:^odd|ERROR$)' },
  { pattern: '^odd|ERROR$' },
  { pattern: '[\\W\\d]{5}P' },
  { pattern: '[^]{60}$' },
  { pattern: '[\\s\\S]+foo.bar' },
  { pattern: '\\bp\\b', ignoresCase: true },
  { pattern: 'a{2,3}b|items{1}' },
  { pattern: '\\x45RROR' },
  { pattern: '[\\s\\d]ERROR' },
  { pattern: 'stdout' },
  { pattern: 'std', isLiteral: true, stream: 'stderr' },
  { pattern: '.*ERROR' },
  { pattern: '.+?\\s*x\\]' },
  { pattern: '[^ x]{2,}12ms' },
  { pattern: '.*' },
  { pattern: '.*^odd' },
  { pattern: '\\d?|odd' },
  { pattern: '2026' },
  { pattern: '(ERROR) \\1' },
  { pattern: '' },
  { pattern: 'ERROR', isInverted: true },
  { pattern: 'ERR.R', isInverted: true },
  { pattern: '^odd', isInverted: true, stream: 'stdout' },
  { pattern: 'ERROR', stream: 'stderr' },
  { stream: 'stderr' },
  { levels: ['error'] },
];

describe.each([
  ['mixed', () => mixedLog(3_000)],
  ['ASCII', () => mixedLog(3_000, true)],
  ['broken', () => brokenLog(3_000)],
])('in a %s log', (_name, make) => {
  test.each(PATTERNS)('finds what a look at each line finds: %j', async (filter) => {
    await folder().write('0.log', make());
    const isHit = toLineTest({ ...NO_FILTER, ...filter });
    const wanted = (await readAll(folder(), { tail: 100_000 })).records.filter(isHit);
    const found = await search(filter);
    expect(textsOf(found)).toEqual(wanted.map(({ text }) => text));
    expect(found.slice(0, -1)).toEqual(
      wanted.map((record) => expect.objectContaining({ offset: record.offset })),
    );
    const backward = await search(filter, { direction: 'backward', order: 'found' });
    expect(textsOf(backward)).toEqual(wanted.map(({ text }) => text).reverse());
  });
});

const LEVELLED = [
  '{"level":"error","msg":"a"}',
  '{"severity":"CRITICAL"}',
  '{"level" : 50, "msg":"b"}',
  '{"lvl":30}',
  '{"level":60}',
  '{"level":"\\u0065rror"}',
  'E0131 03:12:04.123456 1 main.go:7] klog',
  'W0131 03:12:04.123456 1 main.go:7] klog',
  'time=x level=warning msg=y',
  'ts=1 lvl="err" msg=z',
  '[warn] in brackets',
  'ERROR in capitals',
  '\u001b[31mER\u001b[0mROR in colours',
  'an error in a sentence',
  'panic: runtime error',
  'Traceback (most recent call last):',
  'Exception in thread "main"',
  'Error: at the beginning',
  'took 50 ms, "status":500, stderr',
  'DEBUG nothing',
];

test.each([
  [['fatal']],
  [['error', 'fatal']],
  [['warn', 'error', 'fatal']],
  [['info', 'warn', 'error', 'fatal']],
  [['debug']],
] as const)('levels %j: what a look at each line finds', async (levels) => {
  const all = Array.from({ length: 40 }, () => LEVELLED).flat();
  await folder().write('0.log', all.map((text) => folder().line(text)).join(''));
  const isHit = toLineTest({ ...NO_FILTER, levels });
  const wanted = (await readAll(folder(), { tail: 100_000 })).texts.filter((text) =>
    isHit({ stream: 'stdout', text }),
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(textsOf(await search({ levels }))).toEqual(wanted);
  const inverted = { levels, pattern: 'klog', isInverted: true };
  expect(textsOf(await search(inverted))).toEqual(wanted.filter((text) => !text.includes('klog')));
});

test('a page of matches and the next one, in either direction', async () => {
  await folder().write('0.log', folder().lines(1, 50));
  const first = await search({ pattern: '[05]$' }, { direction: 'backward', lines: 4 });
  expect(textsOf(first)).toEqual(['line 35', 'line 40', 'line 45', 'line 50']);
  expect(first.at(-1)).toMatchObject({ end: { reason: 'limit', direction: 'backward' } });
  const end = first.at(-1);
  const cursor = end !== undefined && 'end' in end ? end.end.nextCursor : null;
  const filter = { ...NO_FILTER, pattern: '[05]$' };
  const older = await readAll(folder(), { tail: 4, cursor, filter });
  expect(older.texts).toEqual(['line 15', 'line 20', 'line 25', 'line 30']);
  expect((await readAll(folder(), { limit: 2, sinceMs: 0, filter })).texts).toEqual([
    'line 5',
    'line 10',
  ]);
});

test('windows: a match at every place of a file of several, also of lines longer than one', async () => {
  const filler = `${'y'.repeat(200)}\n`;
  let text = '';
  const wanted: string[] = [];
  for (let number = 0; text.length < 9 * 1024 * 1024; number++) {
    if (number % 1_000 === 0) {
      wanted.push(`needle ${number}`);
      text += folder().line(`needle ${number}`);
    }
    if (number === 15_000) text += folder().line('z'.repeat(3 * 1024 * 1024));
    text += folder().line(filler.trimEnd());
  }
  await folder().write('0.log', text);
  expect(textsOf(await search({ pattern: 'needle' }))).toEqual(wanted);
  expect(textsOf(await search({ pattern: 'needle \\d' }, { direction: 'backward' }))).toEqual(
    wanted,
  );
});

test('packed files, from both ends', async () => {
  await folder().write('0.log.20260101-000000.gz', gzipSync(folder().lines(1, 60_000)));
  await folder().write('0.log', folder().lines(60_001, 60_100));
  const filter = { ...NO_FILTER, pattern: '9999$|60099' };
  const found = await readAll(folder(), { tail: 3, filter });
  expect(found.texts).toEqual(['line 49999', 'line 59999', 'line 60099']);
  const forward = await readAll(folder(), { sinceMs: 0, limit: 2, filter });
  expect(forward.texts).toEqual(['line 9999', 'line 19999']);
});

test.each([
  ['error.*timeout', 'timeout'],
  ['^abc', 'abc'],
  ['abcd?', 'abc'],
  ['a|bcdef', null],
  ['\\u0041bcd', 'bcd'],
  ['x{2,30}', null],
  ['.*\\w+?ab', 'ab'],
  ['(abc)def', 'def'],
  ['\\.conf', '.conf'],
  ['abc(?!.*debug)', 'abc'],
  ['(?<!x)abc[\\W]', 'abc'],
  ['abcd^', 'abcd'],
])('every line that %s matches has %s', (pattern, literal) => {
  expect(toChunkPattern(new RegExp(pattern)).literal).toBe(literal);
});
