import { describe, expect, it } from 'vitest';
import { unavailable } from '../contract/section.ts';
import { collectorForEach } from './testing/collector-for-each.ts';

const at = collectorForEach();

describe('sources', () => {
  it('names all, each with one sentence', async () => {
    await at().refresh();
    const sources = at().collector.sources();
    expect(sources.map((item) => item.name)).toEqual([
      'cri',
      'containerd',
      'runtime-log',
      'kubelet',
      'kubelet-log',
      'pod-logs',
      'manifests',
      'host',
      'kernel-log',
      'kube',
    ]);
    for (const { reason } of sources) expect(reason).toMatch(/^[A-Z\d].*\.$/u);
  });

  it('tells plugins of weight that did not start', async () => {
    at().connection.script.failedPlugins = [
      'io.containerd.nri.v1.nri: bind: address already in use',
    ];
    await at().refresh();
    expect(at().source('containerd')).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('address already in use'),
    });
  });

  it('tells where pod logs are looked for and who says so, and that kubelet keeps them elsewhere', async () => {
    await at().refresh();
    expect(at().source('pod-logs')).toMatchObject({
      status: 'ok',
      reason: '0 pods have a log directory below /var/log/pods (--pod-logs).',
    });
    at().host.podLogs = { ...at().host.podLogs, conflict: 'kubelet keeps them in /data.' };
    expect(at().source('pod-logs')).toMatchObject({
      status: 'degraded',
      reason: expect.stringMatching(/But kubelet keeps them in \/data\.$/),
      enable: 'Start without --pod-logs, or name the folder that kubelet uses.',
    });
  });

  it('keeps the last word of kubelet for a minute', async () => {
    await at().refresh();
    at().kubelet.section = unavailable('Refused.');
    expect((await at().refresh()).kubeletPods.available).toBe(true);
    at().aheadMs += 61_000;
    expect((await at().refresh()).kubeletPods).toEqual(unavailable('Refused.'));
  });
});
