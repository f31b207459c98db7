import { NO_POD_FACTS, NO_SURROUNDINGS } from '../pod-facts.ts';
import type { ContainerView, NodeFacts, StoppedPodView } from '../pod-view.ts';
import { NO_PULL_FACTS } from '../pull-facts.ts';

const NODE: NodeFacts = {
  nodeName: 'NODE',
  health: {
    state: 'ok',
    since: null,
    lastAnswerAt: null,
    hangingCall: null,
    message: null,
    callsInFlight: 0,
  },
  runtimeName: null,
  runtime: null,
  has: {
    cri: false,
    containerd: false,
    'runtime-log': false,
    kubelet: false,
    'kubelet-log': false,
    'pod-logs': false,
    manifests: false,
    host: false,
    'kernel-log': false,
    kube: false,
    history: false,
  },
  kubeletAsOfMs: null,
  openPulls: [],
  failedPulls: [],
  ingests: null,
  presentImages: null,
  pulling: NO_PULL_FACTS,
  around: NO_SURROUNDINGS,
};

function containerOf(image: string | null): ContainerView {
  return {
    name: 'CONTAINER',
    type: 'app',
    image,
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
  };
}

/** A pod of which nothing is known but a text: next checks get words to replace where names would stand. */
export function textView(text: string): StoppedPodView {
  const image = /\bimage \\*"([\w.:/@-]{1,300}?)\\*"/i.exec(text)?.[1] ?? null;
  const isCrio = /\bcri-?o\b|\bcrio\b/i.test(text);
  return {
    namespace: 'NAMESPACE',
    name: 'POD',
    uid: null,
    kind: 'api',
    labels: {},
    annotations: {},
    createdAtMs: null,
    node: { ...NODE, runtimeName: isCrio ? 'cri-o' : null },
    sandboxes: [],
    sandboxStatus: null,
    containers: [containerOf(image)],
    kubelet: null,
    manifest: null,
    logDirectory: null,
    sandboxCalls: [],
    teardownCalls: [],
    kubeletLog: [],
    runtimeLog: [],
    isTerminating: false,
    facts: NO_POD_FACTS,
    results: [],
    stop: {
      stage: 'pull',
      container: 'CONTAINER',
      state: 'failed',
      word: 'failed',
      detail: null,
      startedAtMs: null,
      durationMs: null,
      attempt: null,
      sinceMs: null,
      nextRetryAtMs: null,
      evidence: [],
      clues: [],
      reason: null,
      needs: [],
      isOverdue: false,
    },
    textClues: [],
  };
}
