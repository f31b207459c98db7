import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf, runningPods } from './parts.ts';

/** The CNI plugin binary is gone; NetworkReady stays true, every RunPodSandbox fails. */
export const cniPluginMissing: Scenario = {
  name: 'cni-plugin-missing',
  pods: [
    ...runningPods(),
    podOf('shop', 'checkout', {
      ageMs: 4 * MINUTE_MS,
      sandbox: 'cni-plugin-missing',
      containers: [{ name: 'app', image: 'registry.example/shop/checkout:1.0' }],
    }),
    podOf('shop', 'cart', {
      ageMs: 3 * MINUTE_MS,
      sandbox: 'cni-plugin-missing',
      containers: [{ name: 'app', image: 'registry.example/shop/cart:1.0' }],
    }),
    podOf('ops', 'cron', {
      ageMs: 2 * MINUTE_MS,
      sandbox: 'cni-plugin-missing',
      containers: [{ name: 'app', image: 'registry.example/ops/cron:1.0' }],
    }),
  ],
};
