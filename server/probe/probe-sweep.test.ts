import { describe, expect, it } from 'vitest';
import { PROBE_CALLS, PROBE_LABELS, PROBE_MARK } from '../contract/probe-words.ts';
import { OPERATOR, type ProbesForTest, probesForTest } from './testing/probes-for-test.ts';

const { signal } = new AbortController();
const asked = { signal };

/** Presses "next" until that call waits. */
async function stepTo({ until, next }: ProbesForTest, id: string, wanted: string): Promise<void> {
  for (const call of [...PROBE_CALLS, 'CleanUp']) {
    await until(id, (probe) => probe.next === call);
    if (call === wanted) return;
    await next(id);
  }
}

describe('a sweep', () => {
  const UID = '00000000-0000-4000-8000-000000000001';
  const NOW = Math.floor(Date.now() / 1_000);

  /** A sandbox as another server's probe leaves it. */
  function leave(
    { runtime }: ProbesForTest,
    labels: { owner: string; deadline: number; id?: string },
    more: { annotations?: Record<string, string>; namespace?: string } = {},
  ): string {
    const probeId = labels.id ?? 'aabbccdd';
    const id = `left-${runtime.sandboxes.size}`;
    const { namespace = 'cri-triage', annotations = {} } = more;
    runtime.sandboxes.set(id, {
      id,
      metadata: { name: `probe-${probeId}`, namespace, uid: UID, attempt: 0 },
      labels: {
        [PROBE_MARK.label]: PROBE_MARK.value,
        [PROBE_LABELS.probe]: probeId,
        [PROBE_LABELS.owner]: labels.owner,
        [PROBE_LABELS.deadline]: String(labels.deadline),
      },
      annotations,
    });
    return id;
  }

  const sweep = (test: ProbesForTest) => test.probes.sweep(OPERATOR, asked);
  const here = ({ runtime }: ProbesForTest) => [...runtime.sandboxes.keys()];

  it('removes what a dead server left, at start and by itself', async () => {
    const test = await probesForTest({ owner: '1.1' });
    leave(test, { owner: '77.123', deadline: NOW + 600 });
    const isTold = () =>
      test.log.some((line) => line.includes('the server that made it is no more'));
    while (!isTold()) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(test.runtime.sandboxes.size).toBe(0);
  });

  it('leaves what a living server is busy with, until its time is up', async () => {
    const test = await probesForTest();
    test.alive.add('77.123');
    const busy = leave(test, { owner: '77.123', deadline: NOW + 600 });
    leave(test, { owner: '77.123', deadline: NOW - 1, id: '11223344' });
    await sweep(test);
    await sweep(test);
    expect(here(test)).toEqual([busy]);
  });

  it('leaves the probe that runs here', async () => {
    const test = await probesForTest();
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, 'Observe');
    await sweep(test);
    expect(test.runtime.containers.size).toBe(1);
    expect((await test.get(id)).state).toBe('waiting');
  });

  it('leaves what bears our labels and is not ours', async () => {
    const test = await probesForTest();
    const dead = { owner: '77.123', deadline: NOW - 1 };
    const kubelets = leave(test, dead, { annotations: { 'kubernetes.io/config.source': 'api' } });
    const foreign = leave(test, dead, { namespace: 'shop' });
    await sweep(test);
    expect(here(test)).toEqual([kubelets, foreign]);
  });

  it('takes the image that came with it, unless somebody uses it', async () => {
    const test = await probesForTest();
    const { runtime } = test;
    runtime.addImage('registry.example/app:1', 'sha256:app');
    runtime.addImage('registry.example/used:1', 'sha256:used');
    runtime.containers.set('other', { id: 'other', podSandboxId: 'x', imageRef: 'sha256:used' });
    const pulls = (image: string) => ({ annotations: { 'cri-triage.io/probe-pulls': image } });
    const dead = { owner: '77.123', deadline: NOW + 600 };
    leave(test, dead, pulls('registry.example/app:1'));
    leave(test, { ...dead, id: '11223344' }, pulls('registry.example/used:1'));
    await sweep(test);
    expect([...runtime.images.keys()]).toEqual(['sha256:pause', 'sha256:used']);
  });

  it('tells what it could not remove, until it can', async () => {
    const test = await probesForTest();
    test.runtime.refuse('RemovePodSandbox', 'UNKNOWN', 'not now');
    leave(test, { owner: '77.123', deadline: NOW - 1 });
    const list = await sweep(test);
    expect(list.left).toMatchObject([{ kind: 'sandbox', why: 'RemovePodSandbox: not now' }]);
    test.runtime.heal('RemovePodSandbox');
    expect((await sweep(test)).left).toEqual([]);
  });

  it('of a second server leaves the first one alone', async () => {
    const test = await probesForTest({ owner: '1.1' });
    test.alive.add('1.1');
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, 'Observe');
    const other = test.another({ owner: '2.2' });
    await other.sweep(OPERATOR, asked);
    expect((await test.get(id)).state).toBe('waiting');
    expect(test.runtime.containers.size).toBe(1);
  });

  it('says that the runtime cannot be asked', async () => {
    const test = await probesForTest();
    test.runtime.server.stop();
    await expect(sweep(test)).rejects.toMatchObject({ code: 'runtime-unavailable' });
  });
});
