import type { ConfigProblem, JsonObject, ReadConfig } from '../contract/cri-config.ts';
import type { Probe, ProbeRequest, PullPolicy } from '../contract/probe.ts';
import type { Image } from '../contract/runtime-objects.ts';

/** Everything that a probe will send, settled before its first call. Without credentials: those travel beside it. */
export interface ProbePlan {
  readonly pod: Probe['pod'];
  readonly image: string;
  readonly pullPolicy: PullPolicy;
  readonly runtimeHandler: string;
  readonly sandboxConfig: JsonObject;
  readonly containerConfig: JsonObject;
  readonly changes: Probe['changes'];
  readonly privileges: Probe['privileges'];
}

export interface PlanFacts {
  readonly id: string;
  readonly uid: string;
  /** "<pid>.<start time>" of this server. */
  readonly owner: string;
  readonly deadlineSeconds: number;
  /** The node's root of pod logs, as the runtime sees it. */
  readonly podLogs: string;
  readonly images: readonly Image[];
  /** Only then may settings be used that reach the node. */
  readonly isAdmin: boolean;
  /** Whether the node's runtime manages cgroups by systemd: parents are slices then. Null: not known. */
  readonly cgroupDriver: string | null;
  /** Checks a configuration against CRI's schema; its canonical form, or every wrong place. */
  readonly readConfig: ReadConfig;
}

export type { ReadConfig };

export type PlanResult =
  | { readonly kind: 'plan'; readonly plan: ProbePlan }
  /** The configuration is wrong: nothing was called. */
  | { readonly kind: 'wrong'; readonly problems: readonly ConfigProblem[] }
  /** It asks for what only an admin may: each place by its path. */
  | { readonly kind: 'not-allowed'; readonly problems: readonly ConfigProblem[] };

export type PlanProbe = (request: ProbeRequest, facts: PlanFacts) => PlanResult;
