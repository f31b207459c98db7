import type { NodeStatus, SourceStatus } from './contract/node-status.ts';
import type { Judged } from './live/judgement.ts';
import { toNodeStatus } from './live/to-node-status.ts';
import { type DiagnosisMemo, diagnose } from './pipeline/diagnose.ts';
import { endpointFinding } from './pipeline/endpoint-finding.ts';
import { tellNode } from './pipeline/tell.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

/** Everything a judgement rests on; plain data, so that it can be captured and judged again elsewhere. */
export interface NodeFacts {
  readonly snapshot: NodeSnapshot;
  readonly sources: readonly SourceStatus[];
  readonly endpoint: Pick<NodeStatus['runtime'], 'endpoint' | 'endpointReason' | 'endpointWarning'>;
  readonly cost: NodeStatus['cost'];
}

/**
 * What is said about the node and its pods at `nowMs`. Pure: the same facts and time give the same answer. A `memo` spares
 * pods of which nothing changed.
 */
export function judgeSnapshot(facts: NodeFacts, nowMs: number, memo?: DiagnosisMemo): Judged {
  const { snapshot } = facts;
  const of = diagnose(snapshot, nowMs, memo);
  const endpoint = endpointFinding(facts.endpoint, snapshot.nodeName);
  // First of all: whatever else is said may be said of the wrong runtime.
  const diagnosis = endpoint === null ? of : { ...of, findings: [endpoint, ...of.findings] };
  const node = toNodeStatus({
    ...facts,
    pods: diagnosis.pods,
    sentence: tellNode(diagnosis, snapshot.health),
    callsInFlight: [...diagnosis.callsInFlight],
  });
  return { node, findings: diagnosis.findings, pods: diagnosis.pods };
}
