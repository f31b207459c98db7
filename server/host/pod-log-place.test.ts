import { beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host } from './host.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const POD = 'shop_web-1_0f2c';
let nowMs: number;

beforeEach(() => {
  nowMs = 1_000_000;
});

const openHost = (podLogs: string | null): Host =>
  createHost({ hostRoot: node().hostRoot, podLogs, manifests: null, nowMs: () => nowMs });

async function podsOf(host: Host): Promise<readonly string[]> {
  const section = await host.podLogDirectories();
  return section.available ? section.value.map(({ path }) => path) : [section.reason];
}

describe('the pod log root', () => {
  it('is the one that kubelet is told, in its file', async () => {
    await node().put('/var/lib/kubelet/config.yaml', 'podLogsDir: /data/pods\n');
    await node().put(`/data/pods/${POD}/app/0.log`, '2026-01-31T03:12:04.1Z stdout F last words\n');
    const host = openHost(null);
    expect(host.knownPodLogPlace()).toBeNull();
    expect(await podsOf(host)).toEqual([`/data/pods/${POD}`]);
    expect(host.knownPodLogPlace()).toEqual({
      value: '/data/pods',
      where: 'podLogsDir in /var/lib/kubelet/config.yaml',
      conflict: null,
    });
    const log = { namespace: 'shop', podName: 'web-1', podUid: '0f2c', container: 'app' };
    expect(await host.containerLogTail({ ...log, attempt: 0 }, 5)).toEqual(['last words']);
  });

  it('is where it always was when kubelet is told nothing, or something that it refuses', async () => {
    const usual = { value: '/var/log/pods', where: "kubelet's default", conflict: null };
    expect(await openHost(null).podLogPlace()).toEqual(usual);
    await node().put('/var/lib/kubelet/config.yaml', 'podLogsDir: data/pods\n');
    expect(await openHost(null).podLogPlace()).toEqual(usual);
  });

  it('is the one of a drop-in where kubelet has such a folder: the last by name', async () => {
    await node().put('/proc/42/comm', 'kubelet\n');
    await node().put(
      '/proc/42/cmdline',
      ['kubelet', '--config=/etc/k.yaml', '--config-dir=/etc/k.d', ''].join('\0'),
    );
    await node().put('/etc/k.yaml', 'podLogsDir: /a\ncgroupDriver: systemd\n');
    await node().put('/etc/k.d/20-logs.conf', 'podLogsDir: /c\n');
    await node().put('/etc/k.d/10-logs.conf', 'podLogsDir: /b\n');
    await node().put('/etc/k.d/30-other.conf', 'readOnlyPort: 0\n');
    await node().put('/etc/k.d/40-logs.conf.bak', 'podLogsDir: /d\n');
    const host = openHost(null);
    expect(await host.podLogPlace()).toMatchObject({
      value: '/c',
      where: 'podLogsDir in /etc/k.d/20-logs.conf',
    });
    expect((await host.kubeletConfig()).cgroupDriver?.where).toBe('/etc/k.yaml');
  });

  it('is looked for again when kubelet may have been started anew', async () => {
    const host = openHost(null);
    await host.podLogPlace();
    await node().put('/var/lib/kubelet/config.yaml', 'podLogsDir: /data/pods\n');
    nowMs += 61_000;
    expect((await host.podLogPlace()).value).toBe('/data/pods');
  });

  it('is ours before all others, and a difference is said', async () => {
    await node().put('/var/lib/kubelet/config.yaml', 'podLogsDir: /data/pods\n');
    await node().put(`/elsewhere/${POD}/app/0.log`);
    const host = openHost('/elsewhere');
    expect(await podsOf(host)).toEqual([`/elsewhere/${POD}`]);
    expect((await host.podLogPlace()).conflict).toBe(
      'kubelet keeps them in /data/pods (podLogsDir in /var/lib/kubelet/config.yaml): without --pod-logs that is taken.',
    );
    expect((await openHost('/data/pods/').podLogPlace()).conflict).toBeNull();
  });
});
