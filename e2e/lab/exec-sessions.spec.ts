import { expect, test } from '@playwright/test';
import { apiPaths } from '../../server/contract/paths.ts';
import type { CommandResult, PortCheck } from '../../server/contract/ticket.ts';
import { openStreamNode, POD, type StreamNode } from './stream-node.ts';

/** What a person does in a real container by streams: shells, one command, attach, ports. */

let node: StreamNode;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  node = await openStreamNode();
});
test.afterAll(() => node?.close());

test('a shell: echo, size, exit code', async () => {
  const client = await node.shell();
  expect(client.opened).toMatchObject({ command: ['sh'], tty: true });
  client.resize(101, 33);
  client.type('stty size; echo x$((1+1))\r');
  await client.untilOutput('33 101');
  await client.untilOutput('x2');
  client.type('exit 3\r');
  expect(await client.untilEnd()).toMatchObject({
    reason: 'exited',
    exitCode: 3,
    leftBehind: null,
  });
  await node.nothingRuns();
});

test('a connection that breaks: text is kept, the session goes on', async () => {
  const client = await node.shell();
  client.type('echo before-$((1+1))\r');
  await client.untilOutput('before-2');
  const session = client.opened?.session ?? '';
  const received = client.receivedBytes;
  client.type('sleep 1; echo meanwhile-$((2+2))\r');
  await client.untilOutput('meanwhile');
  client.socket.terminate();
  const again = await node.open({ kind: 'resume', session, receivedBytes: received });
  await again.untilOutput('meanwhile-4');
  expect(again.controls[0]).toMatchObject({
    control: 'resumed',
    fromBytes: received,
    lostBytes: 0,
  });
  again.type('echo after-$((3+3))\r');
  await again.untilOutput('after-6');
  again.control({ close: true });
  expect(await again.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  await node.nothingRuns();
});

test('attach shows what the container writes, and ends without harm to it', async () => {
  const { containerId } = node;
  const client = await node.open({ kind: 'attach', containerId });
  await client.untilOpened();
  client.control({ close: true });
  expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  const answer = await node.post<CommandResult>(apiPaths.command(containerId), {
    command: ['true'],
  });
  expect(answer.body.exitCode).toBe(0);
});

test('one-shot commands: both outputs, exit code, time limit, missing program', async () => {
  const run = (command: readonly string[], timeoutSeconds = 5) =>
    node.post<CommandResult>(apiPaths.command(node.containerId), { command, timeoutSeconds });
  const both = await run(['sh', '-c', 'echo o; echo e >&2; exit 4']);
  expect(both.body).toMatchObject({ exitCode: 4, stdout: 'o\n', stderr: 'e\n', timedOut: false });
  const late = await run(['sleep', '30'], 1);
  expect(late.body).toMatchObject({ exitCode: null, timedOut: true });
  expect((await run(['zzz'])).status).toBe(400);
  await node.nothingRuns();
});

test('a port: answered, refused, and forwarded', async () => {
  const check = (body: unknown) =>
    node.post<PortCheck>(apiPaths.checkPort(POD.namespace, POD.name), body);
  const good = await check({ port: 8080 });
  expect(good.body).toMatchObject({ connected: true, http: { status: 200, body: 'hello\n' } });
  const refused = await check({ port: 9, path: null });
  expect(refused.body).toMatchObject({ connected: false, http: null });
  expect(refused.body.sentence).toContain('connection refused');
  const { podSandboxId } = node;
  const client = await node.open({ kind: 'port-forward', podSandboxId, port: 8080 });
  await client.untilOpened();
  client.type('GET / HTTP/1.0\r\n\r\n');
  await client.untilOutput('hello\n');
  expect((await client.untilEnd()).reason).toBe('closed-by-pod');
});
