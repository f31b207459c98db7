import type { Scenario } from '../model/scenario.ts';
import { appPod, MINUTE_MS } from './parts.ts';

/** The registry accepted the request and sends nothing more; no error anywhere. */
export const pullHung: Scenario = {
  name: 'pull-hung',
  pods: [
    appPod(
      'trainer',
      { image: 'registry.example/ml/trainer:2.6', pull: { kind: 'hangs' } },
      4 * MINUTE_MS,
    ),
  ],
};
