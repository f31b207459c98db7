import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** Bound to the node and then refused by kubelet: not enough cpu. */
export const rejected: Scenario = {
  name: 'rejected',
  pods: [
    podOf('shop', 'batch-big', {
      ageMs: 14 * MINUTE_MS,
      admission: 'out-of-cpu',
      containers: [{ name: 'app', image: 'registry.example/shop/batch-big:1.0' }],
    }),
  ],
};
