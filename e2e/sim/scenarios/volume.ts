import type { Scenario } from '../model/scenario.ts';
import { MINUTE_MS, podOf } from './parts.ts';

/** A hostPath of type File that is no file; only kubelet says so, and only in its log. */
export const volume: Scenario = {
  name: 'volume',
  pods: [
    podOf('shop', 'proxy-config', {
      ageMs: 14 * MINUTE_MS,
      volume: 'hostpath-type',
      containers: [{ name: 'app', image: 'registry.example/shop/proxy-config:1.0' }],
    }),
  ],
};
