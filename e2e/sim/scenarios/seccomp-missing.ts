import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** A seccomp profile that is not on this node. */
export const seccompMissing: Scenario = {
  name: 'seccomp-missing',
  pods: [
    appPod('sandboxed', {
      image: 'registry.example/shop/sandboxed:1.0',
      create: 'seccomp-profile',
    }),
  ],
};
