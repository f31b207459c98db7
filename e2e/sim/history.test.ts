import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Runtime } from '../../server/runtime.ts';
import type { Sim } from './sim.ts';
import { simForTest } from './testing/sim-for-test.ts';
import { openProduct } from './verify/open-product.ts';

const signal = new AbortController().signal;
/** The grace of a pod that is deleted, and a busy machine. */
const GONE_MS = 20_000;

async function productOn(sim: Sim): Promise<Runtime> {
  const runtime = await openProduct(sim, 'all');
  onTestFinished(() => runtime.close());
  return runtime;
}

async function onlyPod(runtime: Runtime) {
  const { pods } = await runtime.pods({ signal });
  const [pod] = pods;
  if (pod === undefined) throw new Error('no pod yet');
  return { namespace: pod.namespace, name: pod.name, uid: pod.uid };
}

describe.each(['containerd', 'crio'] as const)('a pod that is gone (%s)', (dress) => {
  it('is found by its link, also by the next process', async () => {
    const { sim } = await simForTest({ dress, scenarios: ['crash'], speed: 20 });
    const runtime = await productOn(sim);
    const ref = await vi.waitFor(async () => {
      const found = await onlyPod(runtime);
      const pod = await runtime.pod(found, { signal });
      expect(pod).toMatchObject({ source: 'live', verdict: { outcome: 'stuck' } });
      expect(pod?.history?.transitions.length).toBeGreaterThan(0);
      return found;
    }, GONE_MS);
    sim.control.deletePod(ref.namespace, ref.name);
    await vi.waitFor(async () => {
      expect((await runtime.pods({ signal })).pods).toEqual([]);
      expect(await runtime.pod(ref, { signal })).toMatchObject({ ...ref, source: 'history' });
    }, GONE_MS);
    expect(await runtime.pod({ ...ref, uid: null }, { signal })).toMatchObject(ref);
    expect(await runtime.pod({ ...ref, uid: 'another' }, { signal })).toBeNull();
    for await (const change of runtime.live(ref, { signal })) {
      expect(change.pod).toBe('gone');
      break;
    }
    const { sources } = await runtime.node({ signal });
    expect(sources.find(({ name }) => name === 'history')).toMatchObject({ status: 'ok' });
    await runtime.close();

    const next = await productOn(sim);
    const remembered = await next.pod(ref, { signal });
    expect(remembered).toMatchObject({ ...ref, source: 'history' });
    expect(remembered?.history?.transitions.length).toBeGreaterThan(0);
    expect(remembered?.stages.length).toBeGreaterThan(0);
  });
});
