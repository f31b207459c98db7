import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FeedError, type FeedLine } from './feed.ts';
import { followFile, type LogTailOptions } from './log-tail.ts';

let folder: string;
let path: string;
let controller: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-tail-'));
  path = join(folder, 'runtime.log');
  controller = new AbortController();
  running = Promise.resolve();
});

afterEach(async () => {
  controller.abort();
  await running;
  await rm(folder, { recursive: true });
});

/** Follows the file and gathers its lines; `caughtUp` resolves after the first full read. */
function gather(options: Partial<LogTailOptions> = {}): {
  lines: FeedLine[];
  caughtUp: Promise<void>;
} {
  const lines: FeedLine[] = [];
  const caughtUp = new Promise<void>((resolve) => {
    running = (async () => {
      for await (const batch of followFile(path, {
        signal: controller.signal,
        pollMs: 20,
        ...options,
      })) {
        lines.push(...batch.lines);
        if (batch.isCaughtUp) resolve();
      }
    })();
  });
  return { lines, caughtUp };
}

const texts = (lines: readonly FeedLine[]) => lines.map((line) => line.text);
const expectTexts = (lines: readonly FeedLine[], expected: readonly string[]) =>
  vi.waitFor(() => expect(texts(lines)).toEqual(expected), { timeout: 5_000, interval: 10 });

describe('followFile', () => {
  it('gives what is there, then what is appended, with line numbers', async () => {
    await writeFile(path, 'one\ntwo\n');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await appendFile(path, 'thr');
    await appendFile(path, 'ee\n');
    await expectTexts(lines, ['one', 'two', 'three']);
    expect(lines.map((line) => line.where)).toEqual([`${path}:1`, `${path}:2`, `${path}:3`]);
  });

  it('is woken by the kernel, long before the slow look', async () => {
    await writeFile(path, '');
    const { lines, caughtUp } = gather({ pollMs: 60_000 });
    await caughtUp;
    await appendFile(path, 'now\n');
    await expectTexts(lines, ['now']);
  });

  it('begins with the last bytes of a large file and skips the line it cannot see whole', async () => {
    await writeFile(path, `${'x'.repeat(1000)}\nsecond\nthird\n`);
    const { lines } = gather({ tailBytes: 100 });
    await expectTexts(lines, ['second', 'third']);
    expect(lines[0]?.where).toBe(`${path}@1001`);
  });

  it('goes on in the new file after a rotation by rename, and loses nothing of the old one', async () => {
    await writeFile(path, 'one\n');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await appendFile(path, 'two\nin mid-line');
    await rename(path, `${path}.1`);
    await writeFile(path, 'three\n');
    await expectTexts(lines, ['one', 'two', 'in mid-line', 'three']);
    expect(lines.at(-1)?.where).toBe(`${path}:1`);
  });

  it('stays with the old file while a rotation is half done', async () => {
    await writeFile(path, 'one\n');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await rename(path, `${path}.1`);
    await appendFile(`${path}.1`, 'two\n');
    await expectTexts(lines, ['one', 'two']);
    await writeFile(path, 'three\n');
    await expectTexts(lines, ['one', 'two', 'three']);
  });

  it('begins again after copy and truncate', async () => {
    await writeFile(path, 'one\n');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await expectTexts(lines, ['one']);
    await truncate(path);
    await appendFile(path, 'two\n');
    await expectTexts(lines, ['one', 'two']);
  });

  it('notices a truncated file that has grown past the old length', async () => {
    await writeFile(path, 'one\n');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await expectTexts(lines, ['one']);
    await writeFile(path, 'a new line that is longer\nthan all before\n');
    await expectTexts(lines, ['one', 'a new line that is longer', 'than all before']);
  });

  it('cuts a line that is too long and goes on with the next', async () => {
    await writeFile(path, `${'x'.repeat(300)}\nnext\n`);
    const { lines } = gather({ maxLineBytes: 100 });
    await expectTexts(lines, [`${'x'.repeat(100)} … (cut)`, 'next']);
  });

  it('takes binary garbage', async () => {
    await writeFile(path, Buffer.concat([Buffer.from([0, 255, 254, 10]), Buffer.from('text\n')]));
    const { lines } = gather();
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(lines[1]?.text).toBe('text');
  });

  it('reads 20 MiB that come while it follows', async () => {
    await writeFile(path, '');
    const { lines, caughtUp } = gather();
    await caughtUp;
    await appendFile(path, `${'y'.repeat(99)}\n`.repeat(200_000));
    await vi.waitFor(() => expect(lines).toHaveLength(200_000), { timeout: 15_000 });
    expect(lines.at(-1)?.where).toBe(`${path}:200000`);
  });

  it.each([
    ['an absent file', () => Promise.resolve(), 'there is no file'],
    [
      'a directory',
      () => import('node:fs/promises').then(({ mkdir }) => mkdir(path)),
      'not a regular file',
    ],
  ])('says why %s cannot be followed', async (_name, prepare, reason) => {
    await prepare();
    const reading = followFile(path, { signal: controller.signal }).next();
    await expect(reading).rejects.toThrow(FeedError);
    await expect(reading).rejects.toThrow(reason);
  });

  it('ends with the signal and leaves no listener on it', async () => {
    await writeFile(path, 'one\n');
    const { caughtUp } = gather({ pollMs: 60_000 });
    await caughtUp;
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    controller.abort();
    await running;
    expect(remove).toHaveBeenCalled();
  });
});
