import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf, runningPods } from './parts.ts';

/** The pause image cannot be pulled: the registry refuses the connection. */
export const pauseImage: Scenario = {
  name: 'pause-image',
  pods: [
    ...runningPods(),
    podOf('shop', 'checkout', {
      ageMs: 4 * MINUTE_MS,
      sandbox: 'pause-image',
      containers: [{ name: 'app', image: 'registry.example/shop/checkout:1.0' }],
    }),
    podOf('shop', 'cart', {
      ageMs: 3 * MINUTE_MS,
      sandbox: 'pause-image',
      containers: [{ name: 'app', image: 'registry.example/shop/cart:1.0' }],
    }),
    podOf('ops', 'cron', {
      ageMs: 2 * MINUTE_MS,
      sandbox: 'pause-image',
      containers: [{ name: 'app', image: 'registry.example/ops/cron:1.0' }],
    }),
  ],
};
