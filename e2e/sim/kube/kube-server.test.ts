import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PodDetail } from '../../../server/contract/pod.ts';
import type { Runtime } from '../../../server/runtime.ts';
import type { KubeletSight } from '../product-flags.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { openProduct } from '../verify/open-product.ts';

const { signal } = new AbortController();
const soon = { timeout: 15_000, interval: 100 };

async function productOn(scenario: string, sight: KubeletSight) {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: [scenario] });
  const runtime = await openProduct(sim, sight);
  onTestFinished(() => runtime.close());
  return { sim, runtime };
}

async function firstPod(runtime: Runtime): Promise<PodDetail | null> {
  const { pods } = await runtime.pods({ signal });
  const [row] = pods;
  if (row === undefined) return null;
  const { namespace, name, uid } = row;
  return runtime.pod({ namespace, name, uid }, { signal });
}

async function kubeSource(runtime: Runtime) {
  const { sources } = await runtime.node({ signal });
  return sources.find((source) => source.name === 'kube');
}

describe('a node whose API server answers and whose kubelet cannot be asked', {
  timeout: 20_000,
}, () => {
  it('names the volume from an event', async () => {
    const { runtime } = await productOn('secret-missing', 'kube');
    await vi.waitFor(async () => {
      const pod = await firstPod(runtime);
      expect(pod?.verdict).toMatchObject({ stage: 'kubelet', cause: 'volume-secret-missing' });
      expect(pod?.verdict.evidence).toContainEqual(
        expect.objectContaining({
          source: 'kube',
          where: expect.stringContaining('FailedMount'),
          text: expect.stringContaining('secret "checkout-tls" not found'),
        }),
      );
    }, soon);
    expect(await kubeSource(runtime)).toMatchObject({ status: 'ok' });
  });

  it('keeps its pods for a while when the API server goes silent, and says since when', async () => {
    const { sim, runtime } = await productOn('healthy', 'kube');
    await vi.waitFor(async () => expect(await firstPod(runtime)).not.toBeNull(), soon);
    sim.control.setKube('silent');
    await vi.waitFor(async () => {
      expect(await kubeSource(runtime)).toMatchObject({
        status: 'unavailable',
        reason: expect.stringContaining('has not answered since'),
      });
    }, soon);
    expect((await firstPod(runtime))?.verdict.outcome).toBe('ready');
  });

  it('names the right that is missing', async () => {
    const { sim, runtime } = await productOn('healthy', 'kube');
    sim.control.setKube('forbidden');
    await vi.waitFor(async () => {
      expect(await kubeSource(runtime)).toMatchObject({
        enable: expect.stringContaining('"list" on "pods"'),
      });
    }, soon);
  });
});

it("a static pod is one pod, although the API server's mirror of it bears another uid", {
  timeout: 20_000,
}, async () => {
  const { sim, runtime } = await productOn('healthy', 'kube');
  sim.control.addPod({
    namespace: 'kube-system',
    name: 'etcd-node1',
    ageMs: 0,
    isStatic: true,
    containers: [{ name: 'etcd', image: 'registry.example/etcd:3' }],
  });
  await vi.waitFor(async () => {
    const { pods } = await runtime.pods({ signal });
    const etcd = pods.filter((pod) => pod.name === 'etcd-node1');
    expect(etcd.map((pod) => pod.verdict.outcome)).toEqual(['ready']);
  }, soon);
});
