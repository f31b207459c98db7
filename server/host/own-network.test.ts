import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isInNodeNetwork } from './own-network.ts';

/** A node's root whose first process has this table of sockets, and a name of its network where told. */
function nodeWith(tcp: string | null, name?: string): string {
  const root = mkdtempSync(join(tmpdir(), 'network-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['net', 'ns']) mkdirSync(join(root, 'proc/1', folder), { recursive: true });
  if (tcp !== null) writeFileSync(join(root, 'proc/1/net/tcp'), tcp);
  if (name !== undefined) symlinkSync(name, join(root, 'proc/1/ns/net'));
  return root;
}

async function listen(): Promise<void> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

it('tells by the name of the network, where that may be read', () => {
  expect(isInNodeNetwork(nodeWith(null, readlinkSync('/proc/self/ns/net')))).toBe(true);
  expect(isInNodeNetwork(nodeWith(null, 'net:[1]'))).toBe(false);
});

it('tells by our own sockets, as a pod that may not trace the node’s first process', async () => {
  await listen();
  const own = readFileSync('/proc/self/net/tcp', 'utf8');
  expect(isInNodeNetwork(nodeWith(own))).toBe(true);
  const [head = ''] = own.split('\n');
  const foreign =
    '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 7 1 0 100 0 0 10 0';
  expect(isInNodeNetwork(nodeWith(`${head}\n${foreign}\n`))).toBe(false);
});

it('says that it cannot tell, where neither is there', async () => {
  await listen();
  expect(isInNodeNetwork(nodeWith(null))).toBeNull();
});
