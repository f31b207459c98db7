import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** A secret volume whose secret does not exist. */
export const secretMissing: Scenario = {
  name: 'secret-missing',
  pods: [
    podOf('shop', 'checkout-tls', {
      ageMs: 14 * MINUTE_MS,
      volume: 'secret-missing',
      containers: [{ name: 'app', image: 'registry.example/shop/checkout-tls:1.0' }],
    }),
  ],
};
