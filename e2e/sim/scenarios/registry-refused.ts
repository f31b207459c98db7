import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** Nothing listens where the registry should be. */
export const registryRefused: Scenario = {
  name: 'registry-refused',
  pods: [
    appPod('gateway', {
      image: 'registry.example/edge/gateway:4.0.2',
      pull: { kind: 'fails', fault: 'refused' },
    }),
  ],
};
