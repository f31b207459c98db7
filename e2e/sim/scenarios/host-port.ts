import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** Another pod has the host port already. */
export const hostPort: Scenario = {
  name: 'host-port',
  pods: [
    podOf('shop', 'edge', {
      ageMs: 14 * MINUTE_MS,
      admission: 'host-port',
      containers: [{ name: 'app', image: 'registry.example/shop/edge:1.0' }],
    }),
  ],
};
