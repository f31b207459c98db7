import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** An init container that ended, a sidecar that runs on, and the app. */
export const initSidecar: Scenario = {
  name: 'init-sidecar',
  pods: [
    podOf('shop', 'payments', {
      ageMs: 55 * MINUTE_MS,
      containers: [
        {
          name: 'migrate',
          type: 'init',
          image: 'registry.example/shop/payments-migrate:7',
          log: ['schema is at version 41'],
          run: { kind: 'exits', afterMs: 2300, exitCode: 0 },
        },
        { name: 'mesh', type: 'sidecar', image: 'registry.example/mesh/proxy:1.22' },
        {
          name: 'app',
          image: 'registry.example/shop/payments:7.0.3',
          readiness: 'passes',
          log: ['listening on :8080'],
        },
      ],
    }),
  ],
};
