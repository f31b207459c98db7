import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import type { LogRecord } from '../../../server/contract/log-record.ts';
import { openNode } from '../../../server/open-node.ts';
import { openStreams } from '../../../server/open-streams.ts';
import { FORGETFUL } from '../../../server/streams/start-keeper.ts';
import { flagsFor } from '../product-flags.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import type { StreamClient } from '../testing/stream-client.ts';
import { streamServerForTest } from '../testing/stream-server.ts';

async function start() {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const log = pino({ level: 'silent' });
  const config = readConfig(flagsFor(sim, 'all'), {});
  const { runtime, reach } = await openNode({ config, log, rendererRssBytes: () => null });
  onTestFinished(() => runtime.close());
  const server = await streamServerForTest(sim, {
    make: (parts) => openStreams({ ...parts, runtime, reach, keeper: FORGETFUL }),
    runtime,
    allow: [],
  });
  const { pods } = await runtime.pods({ signal: AbortSignal.timeout(10_000) });
  const [pod] = pods;
  if (pod === undefined) throw new Error('there is no pod');
  const folder = readdirSync(sim.podLogs).find((name) => name.includes(pod.name)) ?? '';
  const file = join(sim.podLogs, folder, 'app', '0.log');
  const write = (from: number, to: number): void => {
    const lines = Array.from({ length: to - from }, (_, index) => {
      const time = new Date(Date.now() + from + index).toISOString();
      return `${time} stdout F line ${from + index}\n`;
    });
    appendFileSync(file, lines.join(''));
  };
  const containerId = pod.containers[0]?.id ?? '';
  const open = async (request: object, as: 'viewer' | 'operator' = 'viewer') => {
    const { url } = await server.ticket({ kind: 'logs', ...request }, as);
    return server.connectClient(url, as);
  };
  return { pod, containerId, write, open };
}

function records(client: StreamClient): readonly LogRecord[] {
  return client.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogRecord)
    .filter((record) => record.text?.startsWith('line ') === true);
}

it('follows a log for a viewer, nothing being switched on', async () => {
  const { containerId, write, open } = await start();
  const client = await open({ containerId, tail: 100_000 });
  await client.untilOpened();
  write(0, 3_000);
  await client.until(() => records(client).length === 3_000, '3,000 lines');
  expect(records(client).every(({ text }, index) => text === `line ${index}`)).toBe(true);
});

it('goes on behind the last line that was seen, by the names of the pod too', async () => {
  const { pod, containerId, write, open } = await start();
  const first = await open({ containerId, tail: 100_000 });
  await first.untilOpened();
  write(0, 10);
  await first.until(() => records(first).length === 10, '10 lines');
  first.socket.terminate();
  write(10, 20);
  const after = records(first).at(-1)?.offset;
  const names = { namespace: pod.namespace, name: pod.name, container: 'app' };
  const second = await open({ pod: names, after });
  await second.until(() => records(second).length === 10, 'the 10 lines between');
  expect(records(second).map(({ text }) => text)[0]).toBe('line 10');
});

it('gives what is wanted only, and from a time on', async () => {
  const { containerId, write, open } = await start();
  write(0, 100);
  const filter = { pattern: 'line \\d*7$' };
  const client = await open({ containerId, since: '1h', filter });
  await client.until(() => records(client).length === 10, '10 lines');
  write(100, 120);
  await client.until(() => records(client).length === 12, '2 more');
  expect(records(client).at(-1)?.text).toBe('line 117');
});

it('waits for a reader that is behind', async () => {
  const { containerId, write, open } = await start();
  const client = await open({ containerId, tail: 100_000 });
  await client.untilOpened();
  client.control({ ack: 0 });
  write(0, 6_000);
  await client.until(() => client.receivedBytes > 256 * 1024, 'a window of lines');
  write(6_000, 6_001);
  expect(records(client).length).toBeLessThan(6_000);
  client.socket.on('message', () => client.control({ ack: client.receivedBytes }));
  client.control({ ack: client.receivedBytes });
  await client.until(() => records(client).length === 6_001, 'all lines');
});

it('says that there is no such container', async () => {
  const { open } = await start();
  const client = await open({ containerId: 'abc' });
  expect(await client.untilEnd()).toMatchObject({ reason: 'container-gone' });
});
