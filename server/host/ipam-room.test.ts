import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readIpamRoom } from './ipam-room.ts';

let hostRoot: string;

beforeEach(() => {
  hostRoot = mkdtempSync(join(tmpdir(), 'ipam-room-'));
  mkdirSync(join(hostRoot, 'etc/cni/net.d'), { recursive: true });
});

afterEach(() => rmSync(hostRoot, { recursive: true, force: true }));

const configure = (name: string, value: unknown): void =>
  writeFileSync(join(hostRoot, 'etc/cni/net.d', name), JSON.stringify(value));
const list = (ipam: unknown) => ({ name: 'pods', plugins: [{ type: 'bridge', ipam }] });

it('counts what is given out of the first network', async () => {
  const ranges = [[{ subnet: '10.1.2.0/29' }]];
  configure('10-pods.conflist', list({ type: 'host-local', dataDir: '/ipam', ranges }));
  configure('20-other.conf', {
    name: 'other',
    ipam: { type: 'host-local', subnet: '10.9.0.0/16' },
  });
  mkdirSync(join(hostRoot, 'ipam/pods'), { recursive: true });
  for (const name of ['10.1.2.2', '10.1.2.3', 'lock', 'last_reserved_ip.0']) {
    writeFileSync(join(hostRoot, 'ipam/pods', name), 'x');
  }
  expect(await readIpamRoom(hostRoot, null)).toEqual({ network: 'pods', used: 2, size: 5 });
});

it('knows the limits of a range', async () => {
  const ranges = [[{ subnet: '10.1.2.0/24', rangeStart: '10.1.2.10', rangeEnd: '10.1.2.19' }]];
  configure('a.conflist', list({ type: 'host-local', ranges }));
  expect(await readIpamRoom(hostRoot, '/etc/cni/net.d')).toMatchObject({ used: 0, size: 10 });
});

it.each([
  ['another plugin', list({ type: 'calico-ipam' })],
  ['no subnet', list({ type: 'host-local' })],
  ['IPv6 only', list({ type: 'host-local', subnet: 'fd00::/64' })],
  ['nonsense', { name: '../up', ipam: { type: 'host-local', subnet: '10.0.0.0/8' } }],
])('is silent about %s', async (_, value) => {
  configure('a.conflist', value);
  expect(await readIpamRoom(hostRoot, null)).toBeNull();
});
