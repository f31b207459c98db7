import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createKube } from './create-kube.ts';
import { guarded } from './kube-access.ts';
import { fromKubeconfig } from './kubeconfig.ts';
import { findServiceAccount, inCluster } from './service-account.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../kubelet/fixtures/${name}`, import.meta.url));
const SECRET = 'very-secret-token';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kube-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function kubeconfig(cluster: object, user: object): string {
  return write(
    'config',
    stringify({
      'current-context': 'here',
      contexts: [
        { name: 'other', context: { cluster: 'x', user: 'x' } },
        { name: 'here', context: { cluster: 'c', user: 'u' } },
      ],
      clusters: [{ name: 'c', cluster }],
      users: [{ name: 'u', user }],
    }),
  );
}

describe('a kubeconfig', () => {
  it('gives address, authority and token of its current context', async () => {
    const data = Buffer.from('ca bytes').toString('base64');
    const path = kubeconfig(
      { server: 'https://10.0.0.1:6443', 'certificate-authority-data': data },
      { token: SECRET },
    );
    const access = await fromKubeconfig(path).read();
    expect(access.server.host).toBe('10.0.0.1:6443');
    expect(access.headers).toEqual({ authorization: `Bearer ${SECRET}` });
    expect(access.tls).toEqual({ ca: Buffer.from('ca bytes'), rejectUnauthorized: true });
  });

  it('finds files beside itself, and reads a rotated token anew', async () => {
    write('ca.crt', 'ca');
    write('client.pem', 'both');
    write('token', 'first\n');
    const path = kubeconfig(
      { server: 'https://10.0.0.1:6443', 'certificate-authority': 'ca.crt' },
      { tokenFile: 'token', 'client-certificate': 'client.pem', 'client-key': 'client.pem' },
    );
    const reader = fromKubeconfig(path);
    const { tls, headers } = await reader.read();
    expect(tls).toMatchObject({ cert: Buffer.from('both'), key: Buffer.from('both') });
    expect(headers).toEqual({ authorization: 'Bearer first' });
    write('token', 'second');
    expect((await reader.read()).headers).toEqual({ authorization: 'Bearer second' });
  });

  it.each([
    ['a log-in program', { server: 'https://h' }, { exec: { command: 'login' } }, 'program'],
    ['an absent file', { server: 'https://h' }, { tokenFile: 'absent' }, 'cannot be read'],
    ['no address', { server: 'nowhere' }, {}, 'no server address'],
    ['plain http to elsewhere', { server: 'http://10.0.0.1' }, { token: SECRET }, 'not asked'],
    [
      'no verification elsewhere',
      { server: 'https://10.0.0.1', 'insecure-skip-tls-verify': true },
      { token: SECRET },
      'would not be verified',
    ],
  ])('is refused for %s', async (_name, cluster, user, reason) => {
    await expect(fromKubeconfig(kubeconfig(cluster, user)).read()).rejects.toThrow(reason);
  });

  it.each(['{', 'just text', 'clusters: 7', `users: [${SECRET}`])(
    'is refused without quoting it: %s',
    async (content) => {
      const failure = await fromKubeconfig(write('config', content))
        .read()
        .catch((error: unknown) => error);
      expect(String(failure)).toMatch(/is no kubeconfig|no current context/);
      expect(JSON.stringify(failure)).not.toContain(SECRET);
    },
  );
});

it('sends no credential where it would travel in the clear', () => {
  const server = new URL('http://127.0.0.1:8001');
  expect(guarded({ server, headers: { authorization: 'Bearer x' }, tls: {} }).headers).toEqual({});
});

describe('a service account', () => {
  let server: Server | null = null;

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server === null ? resolve(0) : server.close(resolve)));
    server = null;
  });

  it('is found only where token and authority are', () => {
    expect(findServiceAccount(folder)).toBeNull();
    write('token', SECRET);
    expect(findServiceAccount(folder)).toBeNull();
    const caFile = write('ca.crt', 'ca');
    expect(findServiceAccount(folder)).toEqual({ tokenFile: join(folder, 'token'), caFile });
  });

  it('is shown to an API server whose certificate its authority signed, and to no other', async () => {
    const seen: (string | undefined)[] = [];
    const options = {
      key: readFileSync(fixture('kubelet.key.pem')),
      cert: readFileSync(fixture('kubelet.cert.pem')),
    };
    server = createServer(options, (request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"items":[]}');
    });
    const made = server;
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    const address = { host: '127.0.0.1', port: String((made.address() as AddressInfo).port) };
    const tokenFile = write('token', `${SECRET}\n`);
    const ask = async (ca: string) => {
      const reader = inCluster(address, { tokenFile, caFile: fixture(ca) });
      const access = {
        read: async () => {
          const read = await reader.read();
          // The fixture's certificate bears a node's name, not this address.
          return { ...read, tls: { ...read.tls, checkServerIdentity: () => undefined } };
        },
      };
      const kube = createKube({ access, nodeName: 'n1', nowMs: Date.now });
      const section = await kube.pods({ signal: new AbortController().signal });
      const told = JSON.stringify([section, kube.source()]);
      kube.close();
      expect(told).not.toContain(SECRET);
      return section;
    };
    expect(await ask('other.cert.pem')).toMatchObject({
      available: false,
      reason: expect.stringContaining('not trusted'),
    });
    expect(await ask('kubelet.cert.pem')).toMatchObject({ available: true });
    expect(seen).toEqual([`Bearer ${SECRET}`]);
  });

  it('says so when its files are gone', async () => {
    const files = { tokenFile: join(folder, 'token'), caFile: join(folder, 'ca.crt') };
    await expect(inCluster({ host: '::1', port: '443' }, files).read()).rejects.toThrow(
      'cannot be read',
    );
  });
});
