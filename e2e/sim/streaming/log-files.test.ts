import { appendFileSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { LogItem, LogNotice, LogRecord } from '../../../server/contract/log-record.ts';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { ContainerLogs } from '../../../server/logs/container-logs.ts';
import { openNode } from '../../../server/open-node.ts';
import { flagsFor } from '../product-flags.ts';
import { simForTest } from '../testing/sim-for-test.ts';

const signal = AbortSignal.timeout(30_000);
const QUESTION = {
  attempt: 'own',
  tail: 100,
  limit: 100,
  sinceMs: null,
  untilMs: null,
  cursor: null,
  filter: null,
  order: 'time',
} as const;

/** A pod of a node in one of the dresses, and its container's log as the product reads it. */
async function start(dress: 'containerd' | 'crio', scenario = 'healthy') {
  const { sim, client } = await simForTest({ dress, scenarios: [scenario] });
  const config = readConfig(flagsFor(sim, 'all'), {});
  const log = pino({ level: 'silent' });
  const { runtime } = await openNode({ config, log, rendererRssBytes: () => null });
  onTestFinished(() => runtime.close());
  const { pods } = await runtime.pods({ signal });
  const pod = pods[0];
  const container = pod?.containers.find(({ id }) => id !== null);
  if (pod === undefined || container === undefined) throw new Error('there is no container');
  const name = readdirSync(sim.podLogs).find((one) => one.includes(pod.name)) ?? '';
  const folder = join(sim.podLogs, name, container.name);
  const logs = await runtime.containerLogs({ id: container.id ?? '' }, { signal });
  if (logs === null) throw new Error('there is no log');
  const zone = dress === 'crio' ? '+00:00' : 'Z';
  let clockMs = Date.now();
  /** A line as this runtime writes it. */
  const write = (text: string, tag: 'P' | 'F' = 'F'): void => {
    const time = new Date(++clockMs).toISOString().replace('Z', `123456${zone}`);
    appendFileSync(join(folder, '0.log'), `${time} stdout ${tag} ${text}\n`);
  };
  const reopen = () =>
    client.call(RuntimeService.method.reopenContainerLog, { containerId: container.id ?? '' });
  return { pod, container, folder, logs, write, reopen };
}

const isRecord = (item: LogItem): item is LogRecord => 'offset' in item;

async function readAll(logs: ContainerLogs, part: object = {}): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for await (const item of logs.read({ ...QUESTION, ...part }, { signal })) {
    if (isRecord(item)) records.push(item);
  }
  return records;
}

/** What is followed, as texts and as words of what happened; `until` waits for one of them. */
function follow(logs: ContainerLogs) {
  const seen: string[] = [];
  const closing = new AbortController();
  const items = logs.follow({ tail: 0, after: null, filter: null }, { signal: closing.signal });
  let wake = (): void => undefined;
  const done = (async () => {
    for await (const item of items as AsyncIterable<LogRecord | LogNotice>) {
      seen.push('notice' in item ? `# ${item.notice}` : item.text);
      wake();
    }
  })();
  onTestFinished(async () => {
    closing.abort();
    await done;
  });
  const until = async (word: string): Promise<void> => {
    while (!seen.includes(word)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { seen, until };
}

describe.each([
  ['containerd', /Z$/, 0o640],
  ['crio', /\+00:00$/, 0o600],
] as const)('logs as %s writes them', (dress, zone, mode) => {
  it('have its times and its mode, and are read by the id of the container', async () => {
    const { folder, logs, write } = await start(dress);
    write('first');
    const beforeMs = Date.parse((await readAll(logs, { tail: 1 }))[0]?.time ?? '');
    write('second');
    expect(statSync(join(folder, '0.log')).mode & 0o777).toBe(mode);
    const records = await readAll(logs);
    expect(records.slice(-2).map(({ text }) => text)).toEqual(['first', 'second']);
    expect(records.every(({ time }) => zone.test(time))).toBe(true);
    const from = await readAll(logs, { sinceMs: beforeMs + 1, tail: null });
    expect(from.map(({ text }) => text)).toEqual(['second']);
    const to = await readAll(logs, { untilMs: beforeMs + 1, tail: 1 });
    expect(to.map(({ text }) => text)).toEqual(['first']);
  });

  it('pieces in the middle of a line are one line, and are found as one', async () => {
    const { logs, write } = await start(dress);
    write('part', 'P');
    write(' of a ', 'P');
    write('line');
    write('next');
    expect((await readAll(logs)).slice(-2).map(({ text }) => text)).toEqual([
      'part of a line',
      'next',
    ]);
    const filter = { pattern: 'part of a line$', isLiteral: false, ignoresCase: false };
    const rest = { isInverted: false, stream: null, levels: null, fields: [] };
    expect(await readAll(logs, { filter: { ...filter, ...rest } })).toHaveLength(1);
  });

  it('rotation by kubelet: another name, a new file in its place, nothing lost', async () => {
    const { folder, logs, write, reopen } = await start(dress);
    const { seen, until } = follow(logs);
    // A follower that has not looked yet begins behind what is written now.
    while (seen.length === 0) {
      write('here');
      await Promise.race([until('here'), new Promise((resolve) => setImmediate(resolve))]);
    }
    write('before');
    renameSync(join(folder, '0.log'), join(folder, '0.log.20260131-031204'));
    await reopen();
    write('after');
    await until('after');
    expect(seen.filter((word) => word !== 'here')).toEqual(['before', '# rotated', 'after']);
    expect((await readAll(logs)).slice(-2).map(({ text }) => text)).toEqual(['before', 'after']);
  });

  it('the log of a container that has ended is read by its id', async () => {
    const { pod, container, logs } = await start(dress, 'crash');
    expect(pod.verdict.outcome).toBe('stuck');
    expect(await logs.attempts()).toMatchObject([
      { attempt: container.attempt, containerId: container.id },
    ]);
    expect((await readAll(logs)).length).toBeGreaterThan(0);
  });
});

it('CRI-O empties a log that is opened anew under its own name: it is said, and what was not seen is a gap', async () => {
  const { logs, write, reopen } = await start('crio');
  write('prompt without an end', 'P');
  const { seen, until } = follow(logs);
  while (seen.length === 0) {
    write('here');
    await Promise.race([until('here'), new Promise((resolve) => setImmediate(resolve))]);
  }
  await reopen();
  write('after');
  await until('after');
  expect(seen.filter((word) => !word.includes('here'))).toEqual(['# truncated', '# gap', 'after']);
  expect((await readAll(logs)).map(({ text }) => text)).toEqual(['after']);
});
