import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf, runningPods } from './parts.ts';

/** The CNI directory is empty: kubelet starts no pod with a network of its own. Running pods run on. */
export const cniConfigMissing: Scenario = {
  name: 'cni-config-missing',
  isCniConfigMissing: true,
  pods: [
    ...runningPods(),
    podOf('shop', 'checkout', {
      ageMs: 4 * MINUTE_MS,
      containers: [{ name: 'app', image: 'registry.example/shop/checkout:1.0' }],
    }),
    podOf('shop', 'cart', {
      ageMs: 3 * MINUTE_MS,
      containers: [{ name: 'app', image: 'registry.example/shop/cart:1.0' }],
    }),
    podOf('ops', 'cron', {
      ageMs: 2 * MINUTE_MS,
      containers: [{ name: 'app', image: 'registry.example/ops/cron:1.0' }],
    }),
  ],
};
