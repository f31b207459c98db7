import type { NodeStatus, SourceStatus } from '../contract/node-status.ts';
import type { PodDetail } from '../contract/pod.ts';
import { STAGES } from '../contract/stage.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { toNodeStrip } from './to-node-strip.ts';

export interface NodeFacts {
  readonly snapshot: NodeSnapshot;
  readonly pods: readonly PodDetail[];
  readonly sources: readonly SourceStatus[];
  readonly endpoint: Pick<NodeStatus['runtime'], 'endpoint' | 'endpointReason' | 'endpointWarning'>;
  readonly sentence: NodeStatus['sentence'];
  readonly callsInFlight: NodeStatus['callsInFlight'];
  readonly cost: NodeStatus['cost'];
}

/** The node as the API tells it. `stale` when the runtime did not answer our latest question. */
export function toNodeStatus(facts: NodeFacts): NodeStatus {
  const { snapshot, pods } = facts;
  const version = snapshot.version.available ? snapshot.version.value : null;
  return {
    name: snapshot.nodeName,
    asOf: new Date(asOfMs(snapshot)).toISOString(),
    stale: snapshot.health.state !== 'ok',
    runtime: {
      name: version?.runtimeName ?? null,
      version: version?.runtimeVersion ?? null,
      apiVersion: version?.runtimeApiVersion ?? null,
      ...facts.endpoint,
      health: snapshot.health,
    },
    conditions: snapshot.runtime.available ? [...snapshot.runtime.value.conditions] : [],
    sources: [...facts.sources],
    counts: countStages(pods),
    outcomes: countOutcomes(pods),
    sentence: facts.sentence,
    callsInFlight: facts.callsInFlight,
    ...toNodeStrip(snapshot),
    cost: facts.cost,
  };
}

/** The moment of the runtime's lists; of the snapshot while there are none. */
function asOfMs(snapshot: NodeSnapshot): number {
  const { containers, sandboxes, takenAtMs } = snapshot;
  if (!containers.available || !sandboxes.available) return takenAtMs;
  return Math.min(containers.asOfMs, sandboxes.asOfMs);
}

function countStages(pods: readonly PodDetail[]): NodeStatus['counts'] {
  const counts = Object.fromEntries(STAGES.map((stage) => [stage, {}])) as NodeStatus['counts'];
  for (const { verdict } of pods) {
    const states = counts[verdict.stage];
    states[verdict.state] = (states[verdict.state] ?? 0) + 1;
  }
  return counts;
}

function countOutcomes(pods: readonly PodDetail[]): NodeStatus['outcomes'] {
  const outcomes = { stuck: 0, starting: 0, ready: 0, completed: 0, terminating: 0, unknown: 0 };
  for (const { verdict } of pods) outcomes[verdict.outcome] += 1;
  return outcomes;
}
