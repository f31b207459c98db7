import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** The init container ends with 1 again and again; the app is never reached. */
export const initFails: Scenario = {
  name: 'init-fails',
  pods: [
    podOf('shop', 'accounts', {
      ageMs: 14 * MINUTE_MS,
      containers: [
        {
          name: 'migrate',
          type: 'init',
          image: 'registry.example/shop/accounts-migrate:12',
          isLogStderr: true,
          log: ['migration failed: cannot reach db'],
          run: { kind: 'exits', afterMs: 600, exitCode: 1 },
        },
        { name: 'app', image: 'registry.example/shop/accounts:12.1' },
      ],
    }),
  ],
};
