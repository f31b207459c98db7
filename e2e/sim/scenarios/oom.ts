import type { Scenario } from '../model/scenario.ts';
import { appPod } from './parts.ts';

/** The app takes more memory than its limit. */
export const oom: Scenario = {
  name: 'oom',
  pods: [
    appPod('search', {
      image: 'registry.example/shop/search:8.2',
      resources: { cpuMilli: 500, memoryMiB: 256 },
      log: ['loading index', 'index: 1200000 documents'],
      run: { kind: 'exits', afterMs: 21_000, exitCode: 137, isOom: true },
    }),
  ],
};
