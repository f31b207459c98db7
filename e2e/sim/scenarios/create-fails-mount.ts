import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** A hostPath below a file. */
export const createFailsMount: Scenario = {
  name: 'create-fails-mount',
  pods: [
    appPod('exporter', {
      image: 'registry.example/shop/exporter:0.3',
      create: 'mount-source',
    }),
  ],
};
