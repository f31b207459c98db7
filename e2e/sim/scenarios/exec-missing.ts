import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The command is not in the image: StartContainer fails, on CRI-O already CreateContainer. */
export const execMissing: Scenario = {
  name: 'exec-missing',
  pods: [
    appPod('mailer', {
      image: 'registry.example/shop/mailer:1.4',
      command: ['/usr/bin/mailer-server'],
      start: 'exec-missing',
    }),
  ],
};
