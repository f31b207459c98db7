import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The tag does not exist in the registry. */
export const image404: Scenario = {
  name: 'image-404',
  pods: [
    appPod('recommendations', {
      image: 'registry.example/shop/recommendations:3.9',
      pull: { kind: 'fails', fault: 'not-found' },
    }),
  ],
};
