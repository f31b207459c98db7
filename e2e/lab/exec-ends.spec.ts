import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { childrenOf, figuresOf, toLine } from './process-figures.ts';
import { openStreamNode, type StreamNode } from './stream-node.ts';

/** Whatever ends a session, nothing of it may stay on the node. */

let node: StreamNode;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  node = await openStreamNode();
});
test.afterAll(() => node?.close());

const SESSIONS = 200;
const AT_ONCE = 10;

for (const [name, request] of [
  ['a shell', { tty: true }],
  ['a program without a terminal', { tty: false, command: ['sleep', '4000'] }],
  [
    'a program that ignores hangups',
    { tty: true, command: ['sh', '-c', 'trap "" HUP INT TERM; sleep 4001; sleep 4002'] },
  ],
] as const) {
  test(`closing ${name} leaves nothing on the node`, async () => {
    const client = await node.exec(request);
    await client.untilOpened();
    await expect.poll(() => node.strangers()).not.toEqual([]);
    client.control({ close: true });
    expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
    expect(node.strangers()).toEqual([]);
  });
}

test('a browser that is killed: a minute later nothing runs any more', async () => {
  const shell = await node.shell();
  shell.type('yes > /dev/null\r');
  const program = await node.exec({ tty: false, command: ['sleep', '4005'] });
  await program.untilOpened();
  await expect.poll(() => node.strangers().length).toBeGreaterThan(2);
  shell.socket.terminate();
  program.socket.terminate();
  await node.nothingRuns(90_000);
});

test('what a person left running on purpose is told, not ended', async () => {
  const client = await node.shell();
  client.type('sleep 4003 &\r');
  await client.until(() => node.strangers().some((one) => one.includes('4003')), 'the sleep');
  // A shell that leaves before its process was found cannot be told apart from nothing.
  await expect.poll(() => node.knownProcesses()).toHaveLength(1);
  client.type('exit\r');
  const { reason, leftBehind } = await client.untilEnd();
  expect(reason).toBe('exited');
  expect(leftBehind).toContain('sleep (process');
  const [pid] = node.strangers().map((one) => Number(one.split(' ')[0]));
  process.kill(pid ?? 0, 'SIGKILL');
  await node.nothingRuns();
});

test('200 sessions opened and killed leave no process, descriptor or connection behind', async () => {
  test.setTimeout(240_000);
  const round = async (): Promise<void> => {
    const clients = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        node.exec({ command: ['sh'], tty: index % 2 === 0 }),
      ),
    );
    for (const client of clients) await client.untilOpened();
    for (const client of clients) client.control({ close: true });
    for (const client of clients) {
      expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
      await client.untilClosed();
    }
  };
  await round();
  await node.nothingRuns();
  const { pid } = node.dashboard;
  // The watchdog is let go with the last session, and takes a moment to leave. What turns the sources into JavaScript stays.
  const children = (): readonly string[] =>
    childrenOf(pid)
      .map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '))
      .filter((command) => !command.includes('esbuild'));
  await expect.poll(children).toEqual([]);
  const before = figuresOf(pid);
  console.log(toLine(`before, ${node.strangers().length} processes in the container`, before));
  for (let done = 0; done < SESSIONS; done += AT_ONCE) await round();
  await node.nothingRuns();
  await expect.poll(() => figuresOf(pid).descriptors).toBeLessThanOrEqual(before.descriptors + 2);
  await expect.poll(children).toEqual([]);
  expect(node.listsOfStarts()).toEqual([]);
  const after = figuresOf(pid);
  console.log(toLine(`after,  ${node.strangers().length} processes in the container`, after));
  expect(after.listeners).toBe(before.listeners);
  // Run from its sources the server's heap is as large as it likes; 200 kept sessions would be 100 MiB.
  expect(after.residentMib - before.residentMib).toBeLessThan(40);
});

test('the server stops: sessions hear why, and nothing stays', async () => {
  const client = await node.shell();
  const without = await node.exec({ tty: false, command: ['sleep', '4004'] });
  await without.untilOpened();
  const ended = Promise.all([client.untilEnd(), without.untilEnd()]);
  await node.dashboard.close();
  for (const { reason, leftBehind } of await ended)
    expect([reason, leftBehind]).toEqual(['server-stops', null]);
  expect(node.strangers()).toEqual([]);
  await node.startServer();
});
