import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The app runs and never becomes ready. */
export const readiness: Scenario = {
  name: 'readiness',
  pods: [
    appPod('cart', {
      image: 'registry.example/shop/cart:1.19',
      readiness: 'fails',
      log: ['listening on :8080', 'waiting for the cache to warm up'],
    }),
  ],
};
