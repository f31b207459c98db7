import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** The init container waits for something that does not come. */
export const initHangs: Scenario = {
  name: 'init-hangs',
  pods: [
    podOf('shop', 'ledger', {
      ageMs: 14 * MINUTE_MS,
      containers: [
        {
          name: 'wait-db',
          type: 'init',
          image: 'registry.example/tools/busybox:1.36',
          log: ['waiting for db'],
          heartbeat: { line: 'waiting for db', everyMs: 5000 },
        },
        { name: 'app', image: 'registry.example/shop/ledger:3.3' },
      ],
    }),
  ],
};
