import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { driverForTest } from './testing/sim-driver.ts';
import { openProduct } from './verify/open-product.ts';

const IMAGE = 'registry.example/tools/netcheck:2.1';
/** Long enough for the product to notice on a machine that has other things to do. */
const NOTICED = { timeout: 15_000 };

it.each(['containerd', 'crio'] as const)(
  'the product shows what is made through the socket of %s as any other pod',
  async (dress) => {
    const made = await driverForTest({ dress, scenarios: ['healthy'], speed: 5 });
    const product = await openProduct(made.sim, 'cluster');
    onTestFinished(() => product.close());
    mkdirSync(dirname(made.logFile), { recursive: true });
    const rowOf = async () => {
      const { pods } = await product.pods(made.options);
      return pods.find(({ name }) => name === 'probe-1');
    };
    const { sandbox } = await made.up({ image: { image: await made.pull(IMAGE) } });
    await expect.poll(rowOf, NOTICED).toMatchObject({
      kind: 'probe',
      verdict: { outcome: 'ready', stage: 'run', state: 'ok' },
      containers: [{ name: 'main', attempt: 0 }],
    });
    await made.cri.changes.removePodSandbox(sandbox, made.options);
    await expect.poll(rowOf, NOTICED).toBeUndefined();
  },
);
