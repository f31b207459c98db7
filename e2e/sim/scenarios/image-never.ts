import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** Pull policy Never, and the image is not here. */
export const imageNever: Scenario = {
  name: 'image-never',
  pods: [
    appPod('preview', {
      image: 'registry.example/shop/preview:dev',
      refusal: 'image-never-pull',
    }),
  ],
};
