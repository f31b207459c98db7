import { describe, expect, it, vi } from 'vitest';
import { unavailable } from '../contract/section.ts';
import { collectorForEach } from './testing/collector-for-each.ts';
import { container, ScriptedError, sandbox } from './testing/scripted-connection.ts';

const at = collectorForEach();

describe('refresh', () => {
  it('gathers every part', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1')];
    const snapshot = await at().refresh();
    expect(snapshot.nodeName).toBe('node1');
    for (const part of [
      'version',
      'runtime',
      'sandboxes',
      'containers',
      'images',
      'ingests',
      'calls',
      'kubeletPods',
    ] as const) {
      expect(snapshot[part], part).toMatchObject({ available: true });
    }
    await vi.waitFor(() =>
      expect(at().collector.current().sandboxStatuses['s1']?.ip).toBe('10.0.0.1'),
    );
    expect(snapshot.manifests).toEqual(unavailable('There is no /etc/kubernetes/manifests.'));
  });

  it('blinds one part only when one call fails', async () => {
    at().connection.script.failures.set('ListImages', new ScriptedError('ListImages: too large'));
    const snapshot = await at().refresh();
    expect(snapshot.images).toEqual(unavailable('ListImages: too large.'));
    expect(snapshot.containers.available).toBe(true);
    expect(at().source('cri')).toMatchObject({
      status: 'degraded',
      reason: 'ListImages: too large.',
    });
  });

  it('keeps the last lists, with their age, when the runtime stops to answer', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    const before = await at().refresh();
    at().aheadMs += 5_000;
    at().connection.script.failures.set('ListPodSandbox', new ScriptedError('down'));
    const after = await at().refresh();
    expect(after.sandboxes).toEqual(before.sandboxes);
  });

  it.each(['hung', 'down'] as const)('asks nothing of a runtime that is %s', async (state) => {
    at().connection.become(state, 'The runtime has not answered for 14 s; Version hangs.');
    await at().refresh();
    expect(at().connection.calls).toEqual([]);
    expect(at().source('cri')?.reason).toContain('has not answered for 14 s');
    expect(at().kubelet.asked).toBe(1);
  });

  it('answers in time with the last value when a call hangs, and opens no second call', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    await at().refresh();
    at().connection.script.hanging.add('ListPodSandbox');
    for (let times = 0; times < 5; times++) {
      expect((await at().refresh(50)).sandboxes).toMatchObject({ available: true });
    }
    expect(at().connection.mostOpen.get('ListPodSandbox')).toBe(1);
    expect(at().connection.count('ListPodSandbox')).toBe(2);
    at().connection.script.hanging.clear();
  });

  it('answers at once when the caller gives up', async () => {
    at().connection.script.hanging.add('ListContainers');
    const controller = new AbortController();
    const answer = at().collector.refresh({ maxWaitMs: 60_000, signal: controller.signal });
    controller.abort();
    expect((await answer).nodeName).toBe('node1');
    at().connection.script.hanging.clear();
  });

  it('is shared by callers that come together', async () => {
    await Promise.all(Array.from({ length: 20 }, () => at().refresh()));
    expect(at().connection.mostOpen.get('ListContainers')).toBe(1);
    expect(at().connection.count('ListContainers')).toBeLessThanOrEqual(2);
    expect(at().connection.count('Status')).toBe(1);
  });

  it('lists images every ten seconds at most', async () => {
    await at().refresh();
    await at().refresh();
    expect(at().connection.count('ListImages')).toBe(1);
    at().aheadMs += 10_001;
    await at().refresh();
    expect(at().connection.count('ListImages')).toBe(2);
  });

  it('lists anew after a change of ours, whatever the pace', async () => {
    await at().refresh();
    at().connection.script.containers = [container('c1')];
    await at().collector.lookAgain({ maxWaitMs: 5_000 });
    expect(at().connection.count('ListImages')).toBeGreaterThan(1);
    expect(at().collector.current().containers).toMatchObject({ value: [{ id: 'c1' }] });
    at().connection.become('hung', 'The runtime has not answered for 14 s; Version hangs.');
    const asked = at().connection.calls.length;
    await at().collector.lookAgain({ maxWaitMs: 5_000 });
    expect(at().connection.calls).toHaveLength(asked);
  });

  it('takes the copy of a whole pod out of annotations', async () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{"env":"secret"}',
      a: 'b',
    };
    at().connection.script.sandboxes = [sandbox('s1', { annotations })];
    at().connection.script.containers = [container('c1', { annotations })];
    const snapshot = await at().refresh();
    expect(JSON.stringify(snapshot)).not.toContain('secret');
    expect(snapshot.sandboxes).toMatchObject({ value: [{ annotations: { a: 'b' } }] });
  });
});
