import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf, runningPods } from './parts.ts';

/** No address is left in the range of this node. */
export const ipamExhausted: Scenario = {
  name: 'ipam-exhausted',
  pods: [
    ...runningPods(),
    podOf('shop', 'checkout', {
      ageMs: 4 * MINUTE_MS,
      sandbox: 'ipam-exhausted',
      containers: [{ name: 'app', image: 'registry.example/shop/checkout:1.0' }],
    }),
    podOf('shop', 'cart', {
      ageMs: 3 * MINUTE_MS,
      sandbox: 'ipam-exhausted',
      containers: [{ name: 'app', image: 'registry.example/shop/cart:1.0' }],
    }),
    podOf('ops', 'cron', {
      ageMs: 2 * MINUTE_MS,
      sandbox: 'ipam-exhausted',
      containers: [{ name: 'app', image: 'registry.example/ops/cron:1.0' }],
    }),
  ],
};
