import type { Scenario } from '../model/scenario.ts';
import { appPod, MINUTE_MS } from './parts.ts';

/** Pulls are serialized: the second pod waits behind the pull that hangs, and nothing says so. */
export const pullBehindHung: Scenario = {
  name: 'pull-behind-hung',
  pods: [
    appPod(
      'trainer',
      { image: 'registry.example/ml/trainer:2.6', pull: { kind: 'hangs' } },
      6 * MINUTE_MS,
    ),
    appPod(
      'thumbnails',
      { image: 'registry.example/shop/thumbnails:0.8', pull: { kind: 'pulled', tookMs: 900 } },
      5 * MINUTE_MS,
    ),
  ],
};
