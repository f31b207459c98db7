import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** runAsNonRoot, and the image runs as root. */
export const nonroot: Scenario = {
  name: 'nonroot',
  pods: [
    appPod('reports', {
      image: 'registry.example/shop/reports:1.1',
      refusal: 'run-as-nonroot',
    }),
  ],
};
