import { readConfig } from './cri/read-config.ts';
import { planProbe } from './probe/plan/plan-probe.ts';
import { redactRequest } from './probe/plan/redact-request.ts';
import type { ProbePlanner } from './probe/probes-parts.ts';
import type { Runtime } from './runtime.ts';

/** What is worked out about probes from the contract alone, and from what is known of a stuck pod. */
export function createPlanner(_runtime: Pick<Runtime, 'pod'>): ProbePlanner {
  return {
    plan: planProbe,
    readConfig,
    redact: redactRequest,
    commands: () => ({ files: [], script: '' }),
    template: async () => null,
    compare: async () => null,
  };
}
