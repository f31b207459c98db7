import { describe, expect, it } from 'vitest';
import { PROBE_CALLS } from '../contract/probe-words.ts';
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

describe('a probe that is given up', () => {
  it.each([...PROBE_CALLS, 'CleanUp'])('while %s waits leaves nothing', async (call) => {
    const test = await probesForTest();
    const before = test.runtime.lists();
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, call);
    await test.probes.cancel(OPERATOR, id, asked);
    const probe = await test.ended(id);
    expect(probe).toMatchObject({
      state: 'cancelled',
      cancel: { reason: 'by-person' },
      next: null,
    });
    expect(probe.cleanup).toMatchObject({ state: 'done', left: [] });
    expect(test.runtime.lists()).toEqual(before);
    expect(test.logFolders()).toEqual([]);
  });

  it.each(['RunPodSandbox', 'PullImage', 'CreateContainer', 'StartContainer'])(
    'during %s breaks it off, and removes what came to be all the same',
    async (rpc) => {
      const test = await probesForTest();
      const { runtime, start, probes, ended } = test;
      runtime.registry.set('registry.example/app:1', 'sha256:app');
      const before = runtime.lists();
      runtime.late(rpc);
      const isAsked = runtime.asked(rpc);
      const { id } = await start({ image: 'registry.example/app:1' });
      await isAsked;
      await probes.cancel(OPERATOR, id, asked);
      // After the first look, before the last.
      await runtime.asked('ListContainers');
      runtime.comesToBe();
      const probe = await ended(id);
      expect(probe.steps.find(({ call }) => call === rpc)?.state).toBe('cancelled');
      expect(runtime.server.cancelled).toContain(rpc);
      expect(probe.cleanup.state).toBe('done');
      expect(runtime.lists()).toEqual(before);
    },
  );

  it('because nobody looks', async () => {
    const { start, probes, runtime } = await probesForTest({ limits: { unwatchedMs: 80 } });
    const { id } = await start({ mode: 'step' });
    // A list is no look at it.
    for (;;) {
      const list = await probes.list(asked);
      if (list.current === null) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const probe = await probes.get(id, asked);
    expect(probe).toMatchObject({ state: 'cancelled', cancel: { reason: 'nobody-looks' } });
    expect(runtime.server.count('RunPodSandbox')).toBe(0);
  });

  it('not while somebody looks', async () => {
    const { start, until, get } = await probesForTest({ limits: { unwatchedMs: 150 } });
    const { id } = await start({ mode: 'step' });
    const untilMs = performance.now() + 500;
    await until(id, () => performance.now() > untilMs);
    expect((await get(id)).state).toBe('waiting');
  });

  it('at its deadline', async () => {
    const { start, ended, runtime } = await probesForTest({
      limits: { deadlineMs: { all: 60, step: 60 } },
    });
    runtime.hang('RunPodSandbox');
    const probe = await ended((await start()).id);
    expect(probe).toMatchObject({ state: 'cancelled', cancel: { reason: 'deadline' } });
    expect(probe.steps[0]?.state).toBe('cancelled');
  });

  it('when the server stops, within its time', async () => {
    const test = await probesForTest();
    const { runtime, probes, start, get } = test;
    const before = runtime.lists();
    const { id } = await start({ mode: 'step' });
    await stepTo(test, id, 'Observe');
    await probes.close();
    expect(await get(id)).toMatchObject({ state: 'cancelled', cancel: { reason: 'server-stops' } });
    expect(runtime.lists()).toEqual(before);
  });

  it('when the server stops and the runtime does not answer: the rest is told', async () => {
    const test = await probesForTest({
      limits: { closeMs: 100, removal: { callMs: 60_000, graceSeconds: 0, lookAgainMs: [] } },
    });
    const { runtime, probes, start, get } = test;
    const { id } = await start({ mode: 'step' });
    await stepTo(test, id, 'Observe');
    for (const rpc of ['StopContainer', 'RemoveContainer', 'StopPodSandbox', 'RemovePodSandbox']) {
      runtime.hang(rpc);
    }
    await probes.close();
    const { cleanup } = await get(id);
    expect(cleanup.left.map(({ kind }) => kind)).toEqual(['container', 'sandbox']);
    expect(cleanup.left[0]?.why).toContain('cri-triage was stopped');
  });
});

describe('kubelet is first', () => {
  it('while it waits: that is said, and is no failure', async () => {
    const test = await probesForTest();
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, 'CreateContainer');
    test.runtime.takeAway();
    const probe = await test.ended(id);
    expect(probe).toMatchObject({ state: 'cancelled', cancel: { reason: 'removed-by-kubelet' } });
    expect(probe.cleanup).toMatchObject({ state: 'done', left: [] });
    expect(probe.cleanup.note).toContain('kubelet');
  });

  it('under a call: the call has not failed', async () => {
    const test = await probesForTest({ limits: { lookMs: 60_000 } });
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, 'CreateContainer');
    test.runtime.takeAway();
    await test.next(id);
    const probe = await test.ended(id);
    expect(probe.state).toBe('cancelled');
    expect(probe.steps[2]).toMatchObject({ state: 'cancelled', error: null });
    expect(probe.steps[2]?.note).toContain('sandbox was gone');
  });

  it('after the start: what there was to prove is proven', async () => {
    const test = await probesForTest({ limits: { lookMs: 60_000 } });
    const { id } = await test.start({ mode: 'step' });
    await stepTo(test, id, 'Observe');
    test.runtime.takeAway();
    await test.next(id);
    // Nothing is left to wait for.
    const probe = await test.ended(id);
    expect(probe).toMatchObject({ state: 'succeeded', cancel: null });
    expect(probe.steps[4]?.note).toContain('kubelet');
  });
});

it('has not failed where kubelet is just stopping its container, and has where nobody is', async () => {
  for (const [isStopped, state] of [
    [true, 'succeeded'],
    [false, 'failed'],
    [null, 'failed'],
  ] as const) {
    const { runtime, start, ended } = await probesForTest({
      node: { wasStopped: async () => isStopped },
    });
    runtime.endsWith = { exitCode: 137, reason: 'Error' };
    expect((await ended((await start()).id)).state).toBe(state);
  }
});

describe('what cannot be removed', () => {
  it('is told with the reason and a command, and goes at the next try', async () => {
    // A sweep would be quicker than the person.
    const never = { sweepEachMs: 60_000, firstSweepEachMs: 60_000 };
    const test = await probesForTest({ limits: never });
    const { runtime, start, ended, probes, log } = test;
    const before = runtime.lists();
    runtime.refuse('StopPodSandbox', 'UNKNOWN', 'failed to destroy network for sandbox');
    runtime.refuse('RemovePodSandbox', 'UNKNOWN', 'failed to forcibly stop sandbox');
    const { id } = await start();
    const probe = await ended(id);
    expect(probe.state).toBe('succeeded');
    expect(probe.cleanup.state).toBe('left');
    const [left] = probe.cleanup.left;
    expect(left).toMatchObject({ kind: 'sandbox', command: `crictl rmp -f ${left?.id}` });
    expect(left?.why).toContain('failed to destroy network');
    expect((await probes.list(asked)).left).toHaveLength(1);
    expect(log.join('\n')).toContain('probe ended and left something');
    runtime.heal('StopPodSandbox');
    runtime.heal('RemovePodSandbox');
    const again = await probes.cancel(OPERATOR, id, asked);
    expect(again?.cleanup).toMatchObject({ state: 'done', left: [] });
    expect((await probes.list(asked)).left).toEqual([]);
    expect(runtime.lists()).toEqual(before);
  });

  it('goes with a sweep as well', async () => {
    const { runtime, start, ended, until } = await probesForTest();
    runtime.refuse('RemovePodSandbox', 'UNKNOWN', 'not now');
    const { id } = await start();
    expect((await ended(id)).cleanup.state).toBe('left');
    runtime.heal('RemovePodSandbox');
    await until(id, ({ cleanup }) => cleanup.state === 'done');
    expect(runtime.sandboxes.size).toBe(0);
  });

  it('is not the log folder where nothing can be written: kubelet clears it away', async () => {
    const why = 'the pod log folder is mounted read-only here';
    const folders = {
      make: async () => why,
      remove: async () => ({ why, isReadOnly: true }),
      list: async () => [],
      readTail: async () => [],
    };
    const { start, ended } = await probesForTest({ node: { folders } });
    const { state, steps, cleanup } = await ended((await start()).id);
    expect(state).toBe('succeeded');
    expect(steps[0]?.note).toContain(why);
    expect(cleanup).toMatchObject({ state: 'done', left: [] });
    expect(cleanup.note).toContain(why);
  });

  it('because the runtime went away is told too', async () => {
    const test = await probesForTest();
    const { runtime, start, ended, next } = test;
    const { id } = await start({ mode: 'step' });
    await stepTo(test, id, 'StartContainer');
    runtime.server.stop();
    await next(id);
    const probe = await ended(id);
    expect(probe.state).toBe('failed');
    expect(probe.cleanup.left.map(({ kind }) => kind)).toEqual(['container', 'sandbox']);
    expect(probe.cleanup.note).toContain('could not be asked');
  });
});
