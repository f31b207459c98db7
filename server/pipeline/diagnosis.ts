import type { Finding } from '../contract/finding.ts';
import type { CallInFlight } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';

/** What the pipeline says of one snapshot: every pod in full, and the causes that pods share. */
export interface Diagnosis {
  readonly pods: readonly PodDetail[];
  readonly findings: readonly Finding[];
  readonly callsInFlight: readonly CallInFlight[];
}
