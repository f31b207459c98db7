import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** The pause process was killed; kubelet made sandbox attempt 1 and all is well again. */
export const sandboxReplaced: Scenario = {
  name: 'sandbox-replaced',
  pods: [
    podOf('shop', 'images', {
      ageMs: 90 * MINUTE_MS,
      sandboxKilledAgoMs: 20 * MINUTE_MS,
      containers: [
        {
          name: 'app',
          image: 'registry.example/shop/images:6.1',
          readiness: 'passes',
          log: ['started'],
        },
      ],
    }),
  ],
};
