import type { Scenario } from '../model/scenario.ts';
import { appPod, MINUTE_MS } from './parts.ts';

/** A large image over a thin line: slow, but it moves. */
export const pullSlow: Scenario = {
  name: 'pull-slow',
  pods: [
    // CRI-O tells nobody whether bytes move: there a slow pull is only known from a hung one by being young.
    appPod(
      'notebook',
      {
        image: 'registry.example/ml/notebook:2026.11',
        pull: { kind: 'slow', totalBytes: 2_400_000_000, bytesPerSecond: 1_900_000 },
      },
      2 * MINUTE_MS,
    ),
  ],
};
