import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** One pod that runs. */
export const healthy: Scenario = {
  name: 'healthy',
  pods: [
    podOf('shop', 'catalog', {
      ageMs: 42 * MINUTE_MS,
      containers: [
        {
          name: 'app',
          image: 'registry.example/shop/catalog:2.3.1',
          pull: { kind: 'pulled', tookMs: 2400 },
          readiness: 'passes',
          log: ['listening on :8080'],
        },
      ],
    }),
  ],
};
