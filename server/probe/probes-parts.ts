import type { JsonObject } from '../contract/cri-config.ts';
import type {
  Probe,
  ProbeCommands,
  ProbeComparison,
  ProbeOptions,
  ProbePodRef,
} from '../contract/probe.ts';
import type { ProbeLimits } from './limits.ts';
import type { PlanProbe, ProbePlan, ReadConfig } from './plan.ts';
import type { NamedPod, ProbeLog, ProbeNode } from './probe-node.ts';

/** What is worked out about a probe without asking its runtime. */
export interface ProbePlanner {
  readonly plan: PlanProbe;
  readonly readConfig: ReadConfig;
  /** A request as it may be told. */
  redact(request: JsonObject): JsonObject;
  commands(plan: ProbePlan): ProbeCommands;
  /** A form that begins as a stuck pod is; null where no such pod is known. */
  template(
    asked: {
      readonly pod: NamedPod;
      readonly container: string | null;
      readonly mayUsePrivileges: boolean;
    },
    signal: AbortSignal,
  ): Promise<Pick<ProbeOptions, 'request' | 'leftOut'> | null>;
  /** The probe beside that pod; null where no such pod is known. */
  compare(
    probe: Probe,
    plan: ProbePlan,
    beside: ProbePodRef,
    signal: AbortSignal,
  ): Promise<ProbeComparison | null>;
}

export interface ProbesParts {
  readonly node: ProbeNode;
  readonly planner: ProbePlanner;
  readonly log: ProbeLog;
  readonly limits: ProbeLimits;
  readonly nowMs: () => number;
}
