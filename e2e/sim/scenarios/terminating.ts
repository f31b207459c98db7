import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** Deleted, and still within its grace period: the app ignores TERM. */
export const terminating: Scenario = {
  name: 'terminating',
  pods: [
    podOf('shop', 'stream-worker', {
      ageMs: 70 * MINUTE_MS,
      // Two hours of grace: whoever looks at the demo still finds it terminating.
      deletion: { agoMs: 45_000, graceSeconds: 7200, kind: 'ignores-term' },
      containers: [{ name: 'app', image: 'registry.example/shop/stream-worker:2.2' }],
    }),
  ],
};
