import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { LogItem } from '../contract/log-record.ts';
import { createContainerLogs } from './create-logs.ts';
import { logFolderForEach } from './testing/log-folder.ts';
import { ANY, NO_FILTER, readAll, searchFromSource } from './testing/read-all.ts';

const folder = logFolderForEach();
const SLOW = { ...NO_FILTER, pattern: '^(a+)+$' };

/** Children of this process that run a search. */
async function searches(): Promise<number> {
  let count = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const isOurs = status.includes(`PPid:\t${process.pid}\n`) && command.includes('search/main.ts');
    if (isOurs && !/^State:\tZ/m.test(status)) count++;
  }
  return count;
}

async function untilNone(): Promise<void> {
  while ((await searches()) > 0) await new Promise((resolve) => setImmediate(resolve));
}

test('a pattern that never ends is stopped, said, and leaves no process', async () => {
  await folder().write('0.log', folder().line(`${'a'.repeat(60)}b`));
  const search = searchFromSource({ silentMs: 1_500 });
  const answer = await readAll(folder(), { filter: SLOW }, { search });
  expect(answer.end).toMatchObject({ reason: 'failed' });
  expect(answer.end.detail).toContain('repetitions within repetitions');
  await untilNone();
});

test('cancel ends the process', async () => {
  await folder().write('0.log', folder().line(`${'a'.repeat(60)}b`));
  const abort = new AbortController();
  const answer = readAll(folder(), { filter: SLOW }, { signal: abort.signal });
  while ((await searches()) === 0) await new Promise((resolve) => setImmediate(resolve));
  abort.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
  await untilNone();
});

test('a reader that leaves ends the process; progress tells how far it is', async () => {
  let text = '';
  for (let number = 0; number < 200; number++) text += folder().lines(1, 2_000);
  await folder().write('0.log', text);
  const logs = createContainerLogs(
    { roots: folder().roots, search: searchFromSource() },
    folder().place,
  );
  const filter = { ...NO_FILTER, pattern: '(x|y)+z' };
  const items: LogItem[] = [];
  const { signal } = new AbortController();
  for await (const item of logs.read({ ...ANY, filter, order: 'found' }, { signal })) {
    items.push(item);
    if ('progress' in item) break;
  }
  await untilNone();
  const [first] = items;
  if (first !== undefined && 'progress' in first) {
    expect(first.progress.readBytes).toBeLessThanOrEqual(first.progress.totalBytes);
  } else expect(first).toMatchObject({ end: { reason: 'complete' } });
});

test('more searches at once than are allowed are refused; afterwards there is room again', async () => {
  await folder().write('0.log', folder().line(`${'a'.repeat(60)}b`));
  const search = searchFromSource({ silentMs: 1_000 });
  const asked = [1, 2, 3].map(() => readAll(folder(), { filter: SLOW }, { search }));
  const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { kind: 'busy' } }]);
  const filter = { ...NO_FILTER, pattern: 'aab' };
  expect((await readAll(folder(), { filter }, { search })).records).toHaveLength(1);
});

test('a pattern that is none is refused with its reason', async () => {
  await folder().write('0.log', folder().lines(1, 2));
  const filter = { ...NO_FILTER, pattern: '(' };
  await expect(readAll(folder(), { filter })).rejects.toThrow('Unterminated group');
});

test('fields and levels of JSON lines', async () => {
  const lines = [
    { level: 'error', msg: 'one', http: { status: 500 } },
    { level: 30, msg: 'two', http: { status: 200 } },
    { severity: 'ERROR', msg: 'three', http: { status: 500 } },
  ];
  await folder().write('0.log', lines.map((line) => folder().line(JSON.stringify(line))).join(''));
  const fields = [{ path: 'http.status', value: '500' }];
  const errors = await readAll(folder(), { filter: { ...NO_FILTER, fields, levels: ['error'] } });
  expect(errors.texts.map((text) => (JSON.parse(text) as { msg: string }).msg)).toEqual([
    'one',
    'three',
  ]);
});
