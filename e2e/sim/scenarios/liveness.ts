import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The liveness probe fails; the app obeys TERM and ends with 0, so that CRI shows "Completed". */
export const liveness: Scenario = {
  name: 'liveness',
  pods: [
    appPod('inventory', {
      image: 'registry.example/shop/inventory:4.4',
      liveness: 'fails',
      log: ['started'],
    }),
  ],
};
