import type { RegistryAuth } from '../contract/probe.ts';
import type { ProbeLimits } from './limits.ts';
import type { ProbeNode } from './probe-node.ts';
import type { ProbeRecord } from './probe-record.ts';

/** What one call of a probe is made with. */
export interface CallContext {
  readonly node: ProbeNode;
  readonly limits: ProbeLimits;
  readonly record: ProbeRecord;
  readonly auth: RegistryAuth | null;
  readonly signal: AbortSignal;
}
