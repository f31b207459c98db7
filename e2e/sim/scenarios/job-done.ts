import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** A job that did its work. */
export const jobDone: Scenario = {
  name: 'job-done',
  pods: [
    podOf('shop', 'nightly-export', {
      ageMs: 48 * MINUTE_MS,
      restartPolicy: 'Never',
      containers: [
        {
          name: 'app',
          image: 'registry.example/shop/export:1.0',
          log: ['exported 18210 rows', 'done'],
          run: { kind: 'exits', afterMs: 9000, exitCode: 0 },
        },
      ],
    }),
  ],
};
