import { symlink, utimes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parseImports } from './containerd-imports.ts';
import type { FactHints } from './fact-reader.ts';
import { createHost } from './host.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const hints: FactHints = { endpoint: null, cniConfDir: null, cniBinDirs: [] };
const ID = '3f2a'.repeat(16);

const facts = () =>
  createHost({
    hostRoot: node().hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => 7,
  }).facts;

describe('configFiles', () => {
  const files = async (more: Partial<FactHints> = {}) => {
    const section = await facts().configFiles({ ...hints, ...more });
    return section.available ? section.value : [];
  };

  it('tells kind, size and age of what decides how pods start', async () => {
    await node().put('/etc/containerd/config.toml', 'version = 2\n');
    await node().put('/etc/containerd/certs.d/registry.example/hosts.toml', '');
    await node().put('/etc/crio/crio.conf.d/10-crun.conf', 'x');
    await node().put('/etc/containers/registries.conf.d/shortnames.conf', 'x');
    await node().put('/var/lib/kubelet/config.yaml', 'x');
    await node().put('/etc/cni/net.d/10-net.conflist', '{}');
    await node().put('/etc/crictl.yaml', 'x');
    await node().put('/opt/cni/bin/bridge', '');
    await node().put('/usr/sbin/runc', 'elf');
    await utimes(node().path('/etc/containerd/config.toml'), 1_000, 2_000);
    const found = await files();
    expect(found.map(({ path, kind, sizeBytes }) => [kind, path, sizeBytes])).toEqual([
      ['runtime', '/etc/containerd/config.toml', 12],
      ['runtime', '/etc/crio/crio.conf.d/10-crun.conf', 1],
      ['registry', '/etc/containers/registries.conf.d/shortnames.conf', 1],
      ['registry', '/etc/containerd/certs.d/registry.example/hosts.toml', 0],
      ['kubelet', '/var/lib/kubelet/config.yaml', 1],
      ['crictl', '/etc/crictl.yaml', 1],
      ['cni', '/etc/cni/net.d/10-net.conflist', 2],
      ['binary', '/usr/sbin/runc', 3],
      ['binary', '/opt/cni/bin/bridge', 0],
    ]);
    expect(found[0]?.modifiedAtMs).toBe(2_000_000);
  });

  it('looks where the runtime says, and at what its configuration imports', async () => {
    await node().put(
      '/etc/containerd/config.toml',
      'version = 3\nimports = [\n  "/etc/containerd/more/*.toml",\n  \'one.toml\',\n]\n[plugins]\n',
    );
    await node().put('/etc/containerd/more/a.toml');
    await node().put('/etc/containerd/more/readme.txt');
    await node().put('/etc/containerd/one.toml');
    await node().put('/custom/net.d/a.conf');
    await node().put('/custom/bin/cilium-cni', 'x');
    const found = await files({ cniConfDir: '/custom/net.d', cniBinDirs: ['/custom/bin'] });
    expect(found.map(({ path }) => path)).toEqual([
      '/etc/containerd/more/a.toml',
      '/etc/containerd/one.toml',
      '/etc/containerd/config.toml',
      '/custom/net.d/a.conf',
      '/custom/bin/cilium-cni',
    ]);
  });

  it('follows links within the root, so that a binary has the size of its target', async () => {
    await node().put('/opt/x/runc-1.2', 'elf!');
    await node().folder('/usr/bin');
    await symlink('/opt/x/runc-1.2', node().path('/usr/bin/runc'));
    expect(await files()).toMatchObject([{ path: '/usr/bin/runc', sizeBytes: 4 }]);
  });

  it('leaves out what is not there', async () => {
    expect(await files()).toEqual([]);
  });
});

describe('parseImports', () => {
  it.each([
    ['imports = ["/a", "/b"]\n', ['/a', '/b']],
    ['version = 2\n', []],
    ['[plugins]\nimports = ["/a"]\n', []],
    ['', []],
  ])('%j', (toml, paths) => {
    expect(parseImports(toml)).toEqual(paths);
  });
});

describe('ipReservations', () => {
  it('tells whose address each is, also in the folder a configuration names', async () => {
    await node().put('/var/lib/cni/networks/cbr0/10.1.0.5', `${ID}\r\neth0`);
    await node().put('/var/lib/cni/networks/cbr0/10.1.0.6', `${ID}\n`);
    await node().put('/var/lib/cni/networks/cbr0/10.1.0.7', '');
    await node().put('/var/lib/cni/networks/cbr0/last_reserved_ip.0', '10.1.0.7');
    await node().put('/var/lib/cni/networks/cbr0/lock', '');
    await node().put('/run/ipam/six/fd00::5', `${ID}\r\neth0`);
    await node().put(
      '/etc/cni/net.d/10-x.conflist',
      '{"name":"six","plugins":[{"type":"bridge","ipam":{"type":"host-local","dataDir":"/run/ipam"}}]}',
    );
    await node().put('/etc/cni/net.d/20-broken.conf', '{');
    const section = await facts().ipReservations(hints);
    const list = section.available ? section.value : [];
    expect(list.map(({ network, ip, containerId }) => [network, ip, containerId])).toEqual([
      ['cbr0', '10.1.0.5', ID],
      ['cbr0', '10.1.0.6', ID],
      ['cbr0', '10.1.0.7', null],
      ['six', 'fd00::5', ID],
    ]);
    expect(list[0]?.createdAtMs).toBeGreaterThan(0);
  });

  it('is not empty but unknown where no such folder is', async () => {
    expect(await facts().ipReservations(hints)).toEqual({
      available: false,
      reason: 'There is no /var/lib/cni/networks.',
    });
  });
});

describe('pullIntents', () => {
  const folder = '/var/lib/kubelet/image_manager/pulling';

  it.each(['v1alpha1', 'v1beta1'])('reads records of %s', async (version) => {
    const name = `${folder}/sha256-${'a'.repeat(64)}`;
    await node().folder('/var/lib/kubelet/pods');
    await node().put(
      name,
      JSON.stringify({
        kind: 'ImagePullIntent',
        apiVersion: `kubelet.config.k8s.io/${version}`,
        image: 'registry.example/a:1',
      }),
    );
    await node().put(`${folder}/sha256-half`, '{"kind":"ImagePullI');
    await node().put(`${folder}/.tmp`, '{"image":"x"}');
    await utimes(node().path(name), 1_000, 2_000);
    expect(await facts().pullIntents()).toEqual({
      available: true,
      asOfMs: 7,
      value: [{ image: 'registry.example/a:1', sinceMs: 2_000_000, path: name }],
    });
  });

  it('says that this kubelet keeps none', async () => {
    expect(await facts().pullIntents()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/^This kubelet keeps no record of its pulls/),
    });
  });
});
