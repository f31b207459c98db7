import type { Evidence } from '../../contract/evidence.ts';
import type { SourceName } from '../../contract/node-status.ts';
import type { Stage } from '../../contract/stage.ts';
import { NO_POD_FACTS, NO_SURROUNDINGS } from '../pod-facts.ts';
import type { Clue, ContainerView, NodeFacts, StageResult, StoppedPodView } from '../pod-view.ts';
import { NO_PULL_FACTS } from '../pull-facts.ts';
import { cell } from '../stage-result.ts';

const ALL_SOURCES: Record<SourceName, boolean> = {
  cri: true,
  containerd: true,
  'runtime-log': true,
  kubelet: true,
  'kubelet-log': true,
  'pod-logs': true,
  manifests: true,
  host: true,
  'kernel-log': true,
  kube: true,
  history: true,
};

export function nodeFor(has: Partial<Record<SourceName, boolean>> = {}): NodeFacts {
  return {
    nodeName: 'node1',
    health: {
      state: 'ok',
      since: null,
      lastAnswerAt: null,
      hangingCall: null,
      message: null,
      callsInFlight: 0,
    },
    runtimeName: 'containerd',
    runtime: null,
    has: { ...ALL_SOURCES, ...has },
    kubeletAsOfMs: 1_800_000_000_000,
    openPulls: [],
    failedPulls: [],
    ingests: [],
    presentImages: new Set(),
    pulling: NO_PULL_FACTS,
    around: NO_SURROUNDINGS,
  };
}

export function clueFor(text: string): Clue {
  const evidence: Evidence = { source: 'runtime-log', where: 'log:1', at: null, text, mark: null };
  return { text, evidence };
}

export function containerFor(given: Partial<ContainerView> = {}): ContainerView {
  return {
    name: 'app',
    type: 'app',
    image: 'registry.example/shop/app:1',
    record: null,
    status: null,
    older: [],
    kubelet: null,
    waiting: null,
    logTail: [],
    pulls: [],
    creates: [],
    starts: [],
    stops: [],
    pullBasis: null,
    ...given,
  };
}

export function viewFor(
  stop: StageResult | null,
  given: Partial<StoppedPodView> = {},
): StoppedPodView {
  return {
    namespace: 'shop',
    name: 'web',
    uid: '11111111-aaaa-4444-8888-000000000001',
    kind: 'api',
    labels: {},
    annotations: {},
    createdAtMs: 1_799_999_000_000,
    node: nodeFor(),
    sandboxes: [],
    sandboxStatus: null,
    containers: [containerFor()],
    kubelet: null,
    manifest: null,
    logDirectory: null,
    sandboxCalls: [],
    teardownCalls: [],
    kubeletLog: [],
    runtimeLog: [],
    isTerminating: false,
    facts: NO_POD_FACTS,
    results: stop === null ? [] : [stop],
    stop,
    textClues: stop?.clues ?? [],
    ...given,
  };
}

/** A pod that stopped at `stage` with this error text. */
export function failedAt(
  stage: Stage,
  text: string,
  given: Partial<StoppedPodView> = {},
): StoppedPodView {
  const container = ['kubelet', 'sandbox', 'teardown'].includes(stage) ? null : 'app';
  const clue = clueFor(text);
  return viewFor(
    cell([stage, container], 'failed', 'failed', { clues: [clue], evidence: [clue.evidence] }),
    given,
  );
}
