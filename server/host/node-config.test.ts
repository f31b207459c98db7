import { mkdir, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host } from './host.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
let host: Host;
let nowMs: number;

const openHost = () =>
  createHost({
    hostRoot: node().hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => nowMs,
  });

beforeEach(() => {
  nowMs = 1_000_000;
  host = openHost();
});

describe('kubeletConfig', () => {
  it('takes flags of the running kubelet before its file', async () => {
    await node().put('/proc/17/comm', 'bash\n');
    await node().put('/proc/42/comm', 'kubelet\n');
    await node().put(
      '/proc/42/cmdline',
      [
        '/usr/bin/kubelet',
        '--config=/etc/k.yaml',
        '--hostname-override',
        'node-7',
        '--read-only-port=10255',
        '',
      ].join('\0'),
    );
    await node().put(
      '/etc/k.yaml',
      'containerRuntimeEndpoint: unix:///run/crio/crio.sock\nreadOnlyPort: 0\nhealthzPort: 10300\ncgroupDriver: systemd\n',
    );
    expect(await host.kubeletConfig()).toEqual({
      pid: 42,
      configPath: '/etc/k.yaml',
      containerRuntimeEndpoint: { value: 'unix:///run/crio/crio.sock', where: '/etc/k.yaml' },
      staticPodPath: null,
      podLogsDir: null,
      cgroupDriver: { value: 'systemd', where: '/etc/k.yaml' },
      port: null,
      healthzPort: { value: 10_300, where: '/etc/k.yaml' },
      readOnlyPort: {
        value: 10255,
        where: '--read-only-port on the command line of kubelet (pid 42)',
      },
      hostnameOverride: {
        value: 'node-7',
        where: '--hostname-override on the command line of kubelet (pid 42)',
      },
      rootDir: null,
    });
    expect(await host.nodeName()).toBe('node-7');
  });

  it('reads what kubeadm wrote down while kubelet is dead', async () => {
    await node().put(
      '/var/lib/kubelet/kubeadm-flags.env',
      'KUBELET_KUBEADM_ARGS="--container-runtime-endpoint=unix:///run/containerd/containerd.sock --pod-infra-container-image=x"\n',
    );
    expect((await host.kubeletConfig()).containerRuntimeEndpoint).toEqual({
      value: 'unix:///run/containerd/containerd.sock',
      where: '--container-runtime-endpoint in /var/lib/kubelet/kubeadm-flags.env',
    });
  });

  it.each(['', 'a: [', '7', 'staticPodPath: 7\nreadOnlyPort: x\n'])(
    'survives a broken file: %j',
    async (text) => {
      await node().put('/var/lib/kubelet/config.yaml', text);
      expect(await host.kubeletConfig()).toMatchObject({ pid: null, staticPodPath: null });
    },
  );

  it('is read once a minute', async () => {
    await host.kubeletConfig();
    await node().put('/var/lib/kubelet/config.yaml', 'staticPodPath: /opt/static\n');
    expect((await host.kubeletConfig()).staticPodPath).toBeNull();
    nowMs += 61_000;
    expect((await host.kubeletConfig()).staticPodPath?.value).toBe('/opt/static');
  });
});

describe('below a host root', () => {
  it('follows absolute links within the root', async () => {
    await node().put('/mnt/kubelet/config.yaml', 'staticPodPath: /here\n');
    await mkdir(join(node().hostRoot, '/var/lib'), { recursive: true });
    await symlink('/mnt/kubelet', join(node().hostRoot, '/var/lib/kubelet'));
    expect((await host.kubeletConfig()).configPath).toBe('/var/lib/kubelet/config.yaml');
  });

  it('gives up on a loop of links', async () => {
    await mkdir(join(node().hostRoot, '/etc'), { recursive: true });
    await symlink('/etc/crictl.yaml', join(node().hostRoot, '/etc/crictl.yaml'));
    expect(await host.crictlEndpoint()).toBeNull();
  });

  it('takes the node name of the node, not of a container', async () => {
    await node().put('/etc/hostname', 'Node-9\n');
    expect(await host.nodeName()).toBe('node-9');
  });

  it('falls back to its own host name', async () => {
    expect(await host.nodeName()).toBe(hostname().toLowerCase());
  });
});

describe('crictlEndpoint', () => {
  it.each([
    [
      'runtime-endpoint: unix:///run/x.sock\n',
      { value: 'unix:///run/x.sock', where: '/etc/crictl.yaml' },
    ],
    ['timeout: 2\n', null],
    ['a: [', null],
  ])('%j', async (text, expected) => {
    await node().put('/etc/crictl.yaml', text);
    expect(await host.crictlEndpoint()).toEqual(expected);
  });

  it('says nothing without a file', async () => {
    expect(await host.crictlEndpoint()).toBeNull();
  });
});
