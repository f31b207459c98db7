import type { Scenario } from '../model/scenario.ts';
import { appPod, MINUTE_MS } from './parts.ts';

/** Every byte is here, and the disk takes its time: no blob moves any more, and yet nothing hangs. */
export const pullUnpacking: Scenario = {
  name: 'pull-unpacking',
  pods: [
    // CRI-O shows neither bytes nor snapshots: there a slow pull is only known from a hung one by being young.
    appPod(
      'render',
      {
        image: 'registry.example/ml/render:8.1',
        pull: { kind: 'unpacks', totalBytes: 1_600_000_000 },
      },
      2 * MINUTE_MS,
    ),
  ],
};
