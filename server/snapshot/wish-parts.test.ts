import { describe, expect, it, vi } from 'vitest';
import type { KubeEvent } from '../contract/kube-facts.ts';
import { available, unavailable } from '../contract/section.ts';
import { toKubeletPod } from '../kubelet/to-kubelet-pod.ts';
import { collectorForEach } from './testing/collector-for-each.ts';

const atWork = collectorForEach();
const soon = { timeout: 3_000, interval: 5 };

function pod(name: string) {
  const made = toKubeletPod({ metadata: { name, namespace: 'shop', uid: name } });
  if (made === null) throw new Error('no pod');
  return made;
}

const event: KubeEvent = {
  kind: 'Pod',
  namespace: 'shop',
  name: 'web',
  uid: 'web',
  container: null,
  type: 'Warning',
  reason: 'FailedAttachVolume',
  message: 'Multi-Attach error for volume "pvc-1" Volume is already used by 1 pod(s)',
  count: 1,
  firstAtMs: 1,
  lastAtMs: 1,
  component: 'attachdetach-controller',
};

describe("kubelet's parts", () => {
  it('gather what kubelet tells beside its pods, each with its own reason', async () => {
    const { refresh } = atWork();
    const { kubelet } = await refresh();
    expect(kubelet.health).toMatchObject({ available: true, value: { isOk: true } });
    expect(kubelet.metrics).toEqual({ available: false, reason: 'Not served.' });
    expect(kubelet.podResources).toEqual({ available: false, reason: 'There is no socket.' });
  });

  it('take the pods from the socket where the port gives none', async () => {
    const { kubelet, kubeletSockets, refresh, source } = atWork();
    kubelet.section = unavailable('kubelet asks for a credential (401).');
    kubeletSockets.podsSection = available([pod('web')], 1);
    const { kubeletPods } = await refresh();
    expect(kubeletPods).toMatchObject({ available: true, value: [{ name: 'web' }] });
    expect(source('kubelet')).toMatchObject({
      status: 'ok',
      reason: expect.stringContaining('without a credential'),
    });
  });

  it("keep the port's reason where there is no socket either", async () => {
    const { kubelet, refresh } = atWork();
    kubelet.section = unavailable('kubelet asks for a credential (401).');
    expect((await refresh()).kubeletPods).toEqual(kubelet.section);
  });
});

describe("the API server's parts", () => {
  it('ask nothing where there is none, and say why', async () => {
    const { kube, refresh, source } = atWork();
    expect((await refresh()).kube.pods).toEqual({ available: false, reason: 'No API server.' });
    expect(kube.asked).toEqual([]);
    expect(source('kube')).toMatchObject({ status: 'unavailable', enable: 'Name one.' });
  });

  it('gather each on its own: one refusal blinds one section', async () => {
    const { kube, refresh } = atWork();
    kube.isConfigured = true;
    kube.podsSection = available([pod('web')], 1);
    const snapshot = await refresh();
    expect(snapshot.kube.pods).toMatchObject({ value: [{ name: 'web' }] });
    expect(snapshot.kube.lease).toMatchObject({ available: true });
    expect(snapshot.kube.runtimeClasses).toMatchObject({ available: false });
  });

  it("ask for events of kubelet's pods, and of the API server's where kubelet gives none", async () => {
    const { kube, kubelet, refresh } = atWork();
    kube.isConfigured = true;
    kubelet.section = unavailable('closed');
    kube.podsSection = available([pod('by-kube')], 1);
    await refresh();
    expect(kube.eventsFor).toEqual(['by-kube']);
    kubelet.section = available([pod('by-kubelet')], 1);
    atWork().aheadMs += 10_000;
    await refresh();
    atWork().aheadMs += 10_000;
    await refresh();
    expect(kube.eventsFor).toEqual(['by-kubelet']);
  });

  it('look for volumes that events complain of, wherever they hang', async () => {
    const { kube, refresh } = atWork();
    kube.isConfigured = true;
    kube.eventsSection = available([event], 1);
    await refresh();
    atWork().aheadMs += 60_000;
    await refresh();
    expect(kube.volumes).toEqual(['pvc-1']);
  });

  it('are asked only while somebody watches, and at their own pace', async () => {
    const { kube, collector } = atWork();
    kube.isConfigured = true;
    expect(kube.asked).toEqual([]);
    collector.setWatched(true);
    await vi.waitFor(() => expect(kube.asked).toContain('nodeConditions'), soon);
    expect(kube.asked.filter((one) => one === 'runtimeClasses')).toHaveLength(1);
    collector.setWatched(false);
  });

  it('are closed with the collector', async () => {
    const { kube, kubeletSockets, kubelet, collector } = atWork();
    await collector.close();
    expect([kube.isClosed, kubeletSockets.isClosed, kubelet.isClosed]).toEqual([true, true, true]);
  });
});
