import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The command is not executable. */
export const execNoperm: Scenario = {
  name: 'exec-noperm',
  pods: [
    appPod('importer', {
      image: 'registry.example/shop/importer:2.0',
      command: ['/opt/importer/run.sh'],
      start: 'exec-noperm',
    }),
  ],
};
