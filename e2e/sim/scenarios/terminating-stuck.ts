import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** Deleted long ago; StopPodSandbox fails at the network again and again. */
export const terminatingStuck: Scenario = {
  name: 'terminating-stuck',
  pods: [
    podOf('shop', 'old-frontend', {
      ageMs: 160 * MINUTE_MS,
      deletion: { agoMs: 25 * MINUTE_MS, graceSeconds: 30, kind: 'network' },
      containers: [{ name: 'app', image: 'registry.example/shop/frontend:1.88' }],
    }),
  ],
};
