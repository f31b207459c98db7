import { expect, it, onTestFinished } from 'vitest';
import { createKubelet } from '../../../server/kubelet/client.ts';
import { simForTest } from '../testing/sim-for-test.ts';

const { signal } = new AbortController();

async function kubeletOn(scenario: string) {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: [scenario] });
  const credential = { tokenFile: null, certFile: null, keyFile: null, caFile: null };
  const kubelet = createKubelet({ url: sim.kubeletUrl, ...credential, nowMs: Date.now });
  onTestFinished(() => kubelet.close());
  return { sim, kubelet };
}

it('tells all that our reader of kubelet reads', async () => {
  const { kubelet } = await kubeletOn('ipam-exhausted');
  const { facts } = kubelet;
  await kubelet.pods({ signal });
  expect(await facts.health({ signal })).toMatchObject({ value: { isOk: true } });
  expect(await facts.config({ signal })).toMatchObject({
    value: { maxPods: 110, runtimeRequestTimeoutMs: 120_000 },
  });
  expect(await facts.metrics({ signal })).toMatchObject({
    value: {
      plegRelistP99Ms: expect.any(Number),
      runtimeOperations: expect.arrayContaining([
        expect.objectContaining({ operation: 'run_podsandbox', errors: expect.any(Number) }),
      ]),
    },
  });
  expect(await facts.summary({ signal })).toMatchObject({
    value: { nodeFsAvailableBytes: expect.any(Number), processCount: expect.any(Number) },
  });
  expect(kubelet.source().status).toBe('ok');
});

it('with a hung runtime answers pods and health, and never metrics nor summary', {
  timeout: 20_000,
}, async () => {
  const { sim, kubelet } = await kubeletOn('healthy');
  sim.control.hang();
  const [pods, health, metrics, summary] = await Promise.all([
    kubelet.pods({ signal }),
    kubelet.facts.health({ signal }),
    kubelet.facts.metrics({ signal }),
    kubelet.facts.summary({ signal }),
  ]);
  expect([pods, health, metrics, summary].map(({ available }) => available)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('with a dead runtime only the summary fails', async () => {
  const { sim, kubelet } = await kubeletOn('healthy');
  await sim.control.kill();
  expect(await kubelet.facts.metrics({ signal })).toMatchObject({ available: true });
  expect(await kubelet.facts.summary({ signal })).toMatchObject({
    available: false,
    reason: expect.stringContaining('status 500'),
  });
});
