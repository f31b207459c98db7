import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** A memory limit of 1024 bytes: somebody forgot the Mi. */
export const memoryTooLow: Scenario = {
  name: 'memory-too-low',
  pods: [
    appPod('pricing', {
      image: 'registry.example/shop/pricing:3.0',
      start: 'memory-too-low',
    }),
  ],
};
