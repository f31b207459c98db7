import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The registry has had enough of this address. */
export const rateLimited: Scenario = {
  name: 'rate-limited',
  pods: [
    appPod('redis', {
      image: 'registry.example/library/redis:7.4',
      pull: { kind: 'fails', fault: 'rate-limited' },
    }),
  ],
};
