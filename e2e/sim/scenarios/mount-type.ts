import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** A file is mounted on a directory. */
export const mountType: Scenario = {
  name: 'mount-type',
  pods: [
    appPod('settings', {
      image: 'registry.example/shop/settings:1.2',
      start: 'mount-type',
    }),
  ],
};
