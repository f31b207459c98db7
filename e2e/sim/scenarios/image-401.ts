import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The registry wants credentials that the node does not have. */
export const image401: Scenario = {
  name: 'image-401',
  pods: [
    appPod('checkout', {
      image: 'registry.example/private/checkout:2.14',
      pull: { kind: 'fails', fault: 'unauthorized' },
    }),
  ],
};
