import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** runAsUserName names a user that the image does not have. */
export const createFailsUser: Scenario = {
  name: 'create-fails-user',
  pods: [
    appPod('legacy', {
      image: 'registry.example/shop/legacy:9',
      create: 'user-missing',
    }),
  ],
};
