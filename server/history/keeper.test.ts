import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { loadDriver } from './database.ts';
import type { History } from './history.ts';
import { FILE_NAME } from './open-file.ts';
import { MIGRATIONS } from './schema.ts';
import { API, openSample, sampleCall, T0 } from './testing/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'cri-triage-keeper-'));
const mounts: string[] = [];
let made = 0;
function newDirectory(): string {
  made += 1;
  return join(folder, String(made));
}

const opened: History[] = [];
async function open(change: Parameters<typeof openSample>[0] = {}) {
  const sample = await openSample({ directory: newDirectory(), ...change });
  opened.push(sample.history);
  return sample;
}
afterEach(async () => {
  for (const history of opened.splice(0)) await history.close();
});
afterAll(() => {
  for (const path of mounts) execFileSync('umount', [path]);
  rmSync(folder, { recursive: true, force: true });
});

const REF = { namespace: 'shop', name: 'api', uid: 'uid-api' };
const LOOK = { findings: [], isComplete: true };
const allCalls = { sinceMs: 0, limit: 100_000 };

describe('the file', () => {
  test('is for its owner alone', async () => {
    const { history, directory } = await open();
    history.keepCalls([sampleCall()]);
    history.calls(allCalls);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    const files = readdirSync(directory);
    expect(files).toContain(FILE_NAME);
    for (const name of files) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    expect(history.source()).toMatchObject({ name: 'history', status: 'ok', enable: null });
  });

  test('is read on by the next process, which knows the calls it reads from the log again', async () => {
    const first = await open();
    const { directory } = first;
    const begun = sampleCall({ beganAtMs: T0 + 500, endedAtMs: null, outcome: 'open' });
    first.history.see({ ...LOOK, pods: [API], nowMs: T0 });
    first.history.keepCalls([sampleCall(), begun]);
    await first.history.close();

    const { history, clock, notices } = await open({ directory });
    // Its log begins in the middle: of the first call only the end is read.
    const ended = { endedAtMs: T0 + 900, outcome: 'failed', error: 'no address' } as const;
    history.keepCalls([
      sampleCall({ beganAtMs: null, endedAtMs: T0 + 100 }),
      sampleCall({ beganAtMs: T0 + 500, ...ended }),
    ]);
    history.see({ ...LOOK, pods: [API], nowMs: T0 + 1_000 });
    expect(notices).toEqual([]);
    expect(history.calls(allCalls)).toEqual([
      sampleCall({ beganAtMs: T0 + 500, ...ended }),
      sampleCall(),
    ]);
    expect(history.withHistory(API).history).toMatchObject({
      firstSeenAt: new Date(T0).toISOString(),
      transitions: [{ stage: 'run' }],
    });
    // A log that was read less far does not open what has ended.
    history.keepCalls([begun]);
    expect(history.calls(allCalls)[0]).toMatchObject({ outcome: 'failed' });
    clock.nowMs += 2_000;
    history.see({ ...LOOK, pods: [], nowMs: clock.nowMs });
    await history.close();
    const third = await open({ directory });
    expect(third.history.gonePod({ ...REF, uid: null })).toMatchObject({
      source: 'history',
      asOf: new Date(T0 + 1_000).toISOString(),
    });
  });

  test('knows of pods that went while nobody looked', async () => {
    const first = await open();
    first.history.see({ ...LOOK, pods: [API], nowMs: T0 });
    await first.history.close();
    const { history } = await open({ directory: first.directory });
    history.see({ ...LOOK, isComplete: false, pods: [], nowMs: T0 + 5_000 });
    expect(history.remembered(10)).toEqual([]);
    history.see({ ...LOOK, pods: [], nowMs: T0 + 6_000 });
    expect(history.remembered(10)).toMatchObject([{ ...REF, gone: { source: 'history' } }]);
  });

  test('forgets what is older than its age', async () => {
    const { history, clock } = await open();
    history.see({ ...LOOK, pods: [API], nowMs: T0 });
    history.see({ ...LOOK, pods: [], nowMs: T0 + 1_000 });
    history.keepCalls([sampleCall()]);
    clock.nowMs = T0 + 24 * 3_600_000 - 1;
    expect(history.gonePod(REF)).not.toBeNull();
    expect(history.calls(allCalls)).toHaveLength(1);
    clock.nowMs += 2_000;
    expect(history.gonePod(REF)).toBeNull();
    expect(history.calls(allCalls)).toEqual([]);
  });

  test('stays below its size, and keeps the newest', async () => {
    const maxBytes = 1024 * 1024;
    const limits = { maxAgeMs: 24 * 3_600_000, maxBytes };
    const { history, directory, notices } = await open({ limits });
    let newest = 0;
    for (let batch = 0; batch < 60; batch += 1) {
      const calls = Array.from({ length: 100 }, (_, index) => {
        newest = T0 + batch * 1_000 + index;
        return sampleCall({ beganAtMs: newest, text: 'x'.repeat(500) });
      });
      history.keepCalls(calls);
      const [last] = history.calls({ sinceMs: 0, limit: 1 });
      expect(last?.beganAtMs).toBe(newest);
    }
    const kept = history.calls(allCalls).length;
    expect(kept).toBeGreaterThan(300);
    expect(kept).toBeLessThan(2_000);
    await history.close();
    expect(statSync(join(directory, FILE_NAME)).size).toBeLessThanOrEqual(maxBytes);
    expect(notices).toEqual([]);
  });

  test('gives room back to the disk', async () => {
    const { history, directory, clock } = await open();
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        sampleCall({ beganAtMs: clock.nowMs + index, text: 'x'.repeat(4_000) }),
      );
    history.keepCalls(many(1_500));
    history.calls(allCalls);
    await history.close();
    const before = statSync(join(directory, FILE_NAME)).size;
    const later = await open({ directory });
    later.clock.nowMs = T0 + 48 * 3_600_000;
    for (let turn = 0; turn < 40; turn += 1) {
      later.history.keepCalls([sampleCall({ beganAtMs: later.clock.nowMs + turn })]);
      later.history.calls(allCalls);
      later.clock.nowMs += 61_000;
    }
    await later.history.close();
    expect(before).toBeGreaterThan(5 * 1024 * 1024);
    expect(statSync(join(directory, FILE_NAME)).size).toBeLessThan(before / 4);
  });

  test('of an earlier form is brought to the newest', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    const database = (await loadDriver())(join(directory, FILE_NAME));
    database.exec(MIGRATIONS[0] ?? '');
    database.exec('pragma application_id = 0x43547269');
    database.exec('pragma user_version = 1');
    const row = "('k', 5, 'RunPodSandbox', 'ok', 1, null, null, '{}')";
    database.exec(
      `insert into calls (key, at, call, outcome, duration, owner, image, record) values ${row}`,
    );
    database.close();
    const { history, notices } = await open({ directory, nowMs: () => 10 });
    expect(history.calls(allCalls)).toHaveLength(1);
    expect(notices).toEqual([]);
    await history.close();
    const after = (await loadDriver())(join(directory, FILE_NAME));
    expect(after.prepare('pragma user_version').get()).toEqual({ user_version: MIGRATIONS.length });
    after.close();
  });
});

describe('a file that is not ours to use is set aside', () => {
  async function makeFile(sql: readonly string[]): Promise<string> {
    const { history, directory } = await open();
    await history.close();
    const database = (await loadDriver())(join(directory, FILE_NAME));
    for (const one of sql) database.exec(one);
    database.close();
    return directory;
  }

  test.each([
    ['of a newer version', ['pragma user_version = 99'], 'version 99'],
    ['of another program', ['pragma application_id = 1'], 'another program'],
    ['of another node', ["update meta set value = 'node-2' where name = 'node'"], 'node-2'],
  ])('%s', async (_what, sql, reason) => {
    const directory = await makeFile(sql);
    const { history, notices } = await open({ directory });
    expect(notices).toEqual([expect.stringContaining(reason)]);
    expect(history.source()).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining(reason),
    });
    expect(readdirSync(directory).filter((name) => name.includes('aside'))).toHaveLength(1);
    history.keepCalls([sampleCall()]);
    expect(history.calls(allCalls)).toHaveLength(1);
  });

  test('damaged, with its bytes kept; only the newest two are', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    for (const turn of [1, 2, 3]) {
      writeFileSync(join(directory, FILE_NAME), `no database ${turn} `.repeat(1_000));
      const { history, notices } = await open({ directory, nowMs: () => T0 + turn });
      expect(notices).toHaveLength(1);
      history.keepCalls([sampleCall()]);
      expect(history.calls(allCalls)).toHaveLength(1);
      await history.close();
    }
    const aside = readdirSync(directory).filter((name) => /aside-\d+\.sqlite$/.test(name));
    expect(aside).toHaveLength(2);
    const [older = ''] = aside.sort();
    expect(readFileSync(join(directory, older), 'utf8')).toContain('no database 2');
  });

  test('damaged in the middle, found after a process was killed', async () => {
    const { history, directory } = await open();
    history.keepCalls(
      Array.from({ length: 2_000 }, (_, index) => sampleCall({ beganAtMs: T0 + index })),
    );
    history.calls(allCalls);
    await history.close();
    const path = join(directory, FILE_NAME);
    const database = (await loadDriver())(path);
    database.exec("delete from meta where name = 'clean'");
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 16_384);
    writeFileSync(path, bytes);
    const { notices } = await open({ directory });
    expect(notices).toEqual([expect.stringContaining('damaged')]);
  });
});

describe('without a file it is remembered in memory, and said', () => {
  function expectMemory(history: History, reason: string): void {
    history.see({ ...LOOK, pods: [API], nowMs: T0 });
    history.see({ ...LOOK, pods: [], nowMs: T0 + 1 });
    expect(history.gonePod(REF)).toMatchObject({ source: 'history' });
    expect(history.source()).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining(reason),
      enable: expect.stringContaining('--data-dir'),
    });
  }

  test('where no directory is named', async () => {
    const { history } = await open({ directory: null });
    expectMemory(history, 'no directory was named');
  });

  test('where the driver is missing', async () => {
    const load = () => Promise.reject(new Error('Cannot find package'));
    const { history, notices } = await open({ load });
    expectMemory(history, 'better-sqlite3 cannot be loaded: Cannot find package');
    expect(notices).toHaveLength(1);
  });

  test('where the directory cannot be made', async () => {
    const file = newDirectory();
    writeFileSync(file, '');
    const { history } = await open({ directory: join(file, 'below') });
    expectMemory(history, 'ENOTDIR');
  });

  test.runIf(process.platform === 'linux')('where no directory can ever be made', async () => {
    const { history } = await open({ directory: '/proc/no-such/below' });
    expectMemory(history, 'ENOENT');
  });

  test('where another process holds the file', async () => {
    const { history: first, directory } = await open();
    const { history, notices } = await open({ directory });
    expectMemory(history, 'locked');
    expect(notices).toHaveLength(1);
    first.keepCalls([sampleCall()]);
    expect(first.calls(allCalls)).toHaveLength(1);
  });

  const canMount = process.getuid?.() === 0 && process.platform === 'linux';
  function mountSmall(options: string): string {
    const path = newDirectory();
    mkdirSync(path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
    mounts.push(path);
    return path;
  }

  test.runIf(canMount)('on a disk that is read-only (needs root)', async () => {
    const { history } = await open({ directory: mountSmall('ro,size=1m') });
    expectMemory(history, 'EROFS');
  });

  test.runIf(canMount)(
    'while the disk is full, and in the file again when it has room (needs root)',
    async () => {
      const directory = mountSmall('size=4m');
      const { history, clock, notices } = await open({ directory });
      history.keepCalls([sampleCall({ sandboxId: 'before' })]);
      expect(history.calls(allCalls)).toHaveLength(1);
      fill(join(directory, 'ballast'));
      const during = Array.from({ length: 400 }, (_, index) =>
        sampleCall({ beganAtMs: T0 + 1 + index, text: 'x'.repeat(1_000) }),
      );
      history.keepCalls(during);
      // What was kept before is still read, and what comes now is not lost.
      expect(history.calls(allCalls)).toHaveLength(401);
      expectMemory(history, 'full');
      expect(notices).toHaveLength(1);
      rmSync(join(directory, 'ballast'));
      clock.nowMs += 31_000;
      history.keepCalls([sampleCall({ beganAtMs: T0 + 5_000 })]);
      history.calls(allCalls);
      expect(history.source().status).toBe('ok');
      await history.close();
      const again = await open({ directory });
      expect(again.history.calls(allCalls)).toHaveLength(402);
      expect(again.history.gonePod(REF)).not.toBeNull();
    },
  );

  test.runIf(canMount)('what was kept is read on a disk that is full (needs root)', async () => {
    const directory = mountSmall('size=4m');
    const first = await open({ directory });
    first.history.keepCalls([sampleCall()]);
    await first.history.close();
    fill(join(directory, 'ballast'));
    const { history } = await open({ directory });
    expect(history.calls(allCalls)).toHaveLength(1);
    history.keepCalls([sampleCall({ beganAtMs: T0 + 1 })]);
    expect(history.calls(allCalls)).toHaveLength(2);
    expectMemory(history, 'full');
  });
});

function fill(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(16 * 1024 * 1024));
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ENOSPC'))) throw error;
  }
}
