import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Runtime } from '../../server/runtime.ts';
import type { Sim } from './sim.ts';
import { simForTest } from './testing/sim-for-test.ts';
import { openProduct } from './verify/open-product.ts';

const signal = new AbortController().signal;

/** The promise is 2 s; a busy machine is given as much again. */
const NOTICED_MS = 4_000;
/** The promise is 1 s. */
const ANSWERED_MS = 1_000;
/** A poller that piled calls up would hold one more each second and list. */
const MOST_OUTSTANDING = 12;

/** Control characters but for line ends and tabs. */
const CONTROL = /(?![\n\t])\p{Cc}/u;

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsOf(inner)]);
}

async function productOn(sim: Sim): Promise<Runtime> {
  const runtime = await openProduct(sim, 'all');
  onTestFinished(() => runtime.close());
  await vi.waitFor(async () => {
    const { pods, stale } = await runtime.pods({ signal });
    expect(stale).toBe(false);
    expect(pods.length).toBeGreaterThan(0);
  }, NOTICED_MS);
  return runtime;
}

const healthOf = async (runtime: Runtime) => (await runtime.node({ signal })).runtime.health;

describe.each(['containerd', 'crio'] as const)('a runtime that hangs (%s)', (dress) => {
  it('is told, every answer still comes, and no call piles up', async () => {
    const { sim } = await simForTest({ dress, scenarios: ['healthy', 'crash'] });
    const runtime = await productOn(sim);
    sim.control.hang();
    await vi.waitFor(async () => {
      const health = await healthOf(runtime);
      expect(health.state).toBe('hung');
      expect(health.hangingCall).not.toBeNull();
    }, NOTICED_MS);
    sim.control.resetCounts();
    // Somebody goes on looking.
    const untilMs = Date.now() + 2_000;
    while (Date.now() < untilMs) {
      const beganMs = Date.now();
      const { stale, pods } = await runtime.pods({ signal });
      expect(Date.now() - beganMs).toBeLessThan(ANSWERED_MS);
      expect(stale).toBe(true);
      expect(pods).toHaveLength(2);
      await sleep(100);
    }
    expect(sim.control.total().maxOutstanding).toBeLessThanOrEqual(MOST_OUTSTANDING);
    sim.control.resume();
    await vi.waitFor(async () => {
      expect((await healthOf(runtime)).state).toBe('ok');
      expect((await runtime.pods({ signal })).stale).toBe(false);
    }, NOTICED_MS);
  });
});

it('a runtime that ends and comes back is told both times', async () => {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const runtime = await productOn(sim);
  await sim.control.kill();
  await vi.waitFor(async () => expect((await healthOf(runtime)).state).toBe('down'), NOTICED_MS);
  expect((await runtime.pods({ signal })).pods).toHaveLength(1);
  await sim.control.restart();
  await vi.waitFor(async () => {
    expect((await healthOf(runtime)).state).toBe('ok');
    expect((await runtime.pods({ signal })).stale).toBe(false);
  }, NOTICED_MS);
});

describe('bad input', () => {
  it('garbage in the logs harms nothing', async () => {
    const { sim } = await simForTest({ dress: 'containerd', scenarios: ['image-404'] });
    const runtime = await productOn(sim);
    const garbage = `\u0000\u001b[31m${'x'.repeat(200_000)}\n{"msg": \nlevel=error msg="unclosed\n`;
    sim.control.writeRaw('runtime', garbage);
    sim.control.writeRaw('kubelet', garbage);
    sim.control.addPod({
      namespace: 'shop',
      name: 'after-0',
      ageMs: 0,
      containers: [{ name: 'app', image: 'registry.example/shop/after:1' }],
    });
    await vi.waitFor(async () => {
      const { pods } = await runtime.pods({ signal });
      const outcomes = pods.map((pod) => `${pod.name.split('-')[0]} ${pod.verdict.outcome}`);
      expect(outcomes.sort()).toEqual(['after ready', 'recommendations stuck']);
    }, 8_000);
  });

  it('control sequences are gone, markup stays text', async () => {
    const { sim } = await simForTest({ dress: 'containerd', scenarios: ['strange-names'] });
    const runtime = await productOn(sim);
    const { pods } = await runtime.pods({ signal });
    const [row] = pods;
    const detail = await runtime.pod(
      { namespace: row?.namespace ?? '', name: row?.name ?? '', uid: row?.uid ?? null },
      { signal },
    );
    const told = stringsOf({ pods, detail });
    expect(told.filter((text) => CONTROL.test(text))).toEqual([]);
    expect(told.join()).toContain('<script>');
  });

  it('lists beyond the receive limit leave the other sources standing', async () => {
    const { sim } = await simForTest({ dress: 'containerd', scenarios: ['image-404'] });
    sim.control.padLists(17 * 1024 * 1024);
    const runtime = await openProduct(sim, 'all');
    onTestFinished(() => runtime.close());
    await vi.waitFor(async () => {
      const { pods } = await runtime.pods({ signal });
      expect(pods.map((pod) => pod.name.split('-')[0])).toEqual(['recommendations']);
      const cri = (await runtime.node({ signal })).sources.find((one) => one.name === 'cri');
      expect(cri?.status).not.toBe('ok');
    }, 10_000);
  });
});

it('nobody looks: nothing is listed', async () => {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const runtime = await openProduct(sim, 'all');
  onTestFinished(() => runtime.close());
  await vi.waitFor(() => expect(runtime.isReady()).toBe(true), NOTICED_MS);
  await sleep(1_000);
  const asked = Object.keys(sim.callCounts()).filter((rpc) => /^List|Stats$/.test(rpc));
  expect(asked).toEqual([]);
});
