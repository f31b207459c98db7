import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** A RuntimeClass whose handler the runtime does not know. */
export const runtimeHandler: Scenario = {
  name: 'runtime-handler',
  pods: [
    podOf('shop', 'untrusted', {
      ageMs: 14 * MINUTE_MS,
      runtimeClassName: 'kata',
      sandbox: 'runtime-handler',
      containers: [{ name: 'app', image: 'registry.example/shop/untrusted:1.0' }],
    }),
  ],
};
