import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The image name can be no image name; kubelet sees that itself. */
export const imageBadname: Scenario = {
  name: 'image-badname',
  pods: [
    appPod('banner', {
      image: 'registry.example/Shop/Banner:1',
      refusal: 'invalid-image-name',
    }),
  ],
};
