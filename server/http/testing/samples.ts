import type { Explanation } from '../../contract/explain.ts';
import type { LiveChange } from '../../contract/live.ts';
import type { NodeStatus } from '../../contract/node-status.ts';
import type { PodDetail, PodRow, Verdict } from '../../contract/pod.ts';

export const AS_OF = '2026-01-02T03:04:05.678Z';

/** A node where nothing is wrong. */
export function sampleNode(change: Partial<NodeStatus> = {}): NodeStatus {
  const health = {
    state: 'ok',
    since: AS_OF,
    lastAnswerAt: AS_OF,
    hangingCall: null,
    message: null,
    callsInFlight: 0,
  } as const;
  return {
    name: 'node-1',
    asOf: AS_OF,
    stale: false,
    runtime: {
      name: 'containerd',
      version: 'v2.1.9',
      apiVersion: 'v1',
      endpoint: 'unix:///run/containerd/containerd.sock',
      endpointReason: 'the only socket that answers',
      endpointWarning: null,
      health,
    },
    conditions: [],
    sources: [],
    counts: { kubelet: {}, sandbox: {}, pull: {}, create: {}, start: {}, run: {}, teardown: {} },
    outcomes: { stuck: 0, starting: 0, ready: 0, completed: 0, terminating: 0, unknown: 0 },
    sentence: { lead: 'All 3 pods run.', rest: 'Nothing has failed.', tone: 'ok' },
    callsInFlight: [],
    cost: { rssBytes: 1, rendererRssBytes: null, cpuPercent: 0 },
    ...change,
  };
}

/** A pod's row; ready unless the verdict says otherwise. */
export function sampleRow(namespace: string, name: string, verdict: Partial<Verdict> = {}): PodRow {
  return {
    namespace,
    name,
    uid: `uid-${name}`,
    kind: 'api',
    createdAt: AS_OF,
    verdict: {
      outcome: 'ready',
      stage: 'run',
      state: 'ok',
      cause: null,
      container: null,
      since: AS_OF,
      attempt: null,
      nextRetryAt: null,
      message: null,
      summary: 'running',
      needs: [],
      evidence: [{ source: 'cri', where: 'ListContainers', at: null, text: 'RUNNING', mark: null }],
      ...verdict,
    },
    dots: [],
    readyCount: 1,
    containers: [
      {
        name: 'app',
        type: 'app',
        id: `${name}-id`,
        attempt: 0,
        image: `registry.example/${name}:1`,
        stage: 'run',
        state: 'ok',
        ready: true,
        restartCount: 0,
        reason: null,
      },
    ],
  };
}

/** A row in full. */
export function sampleDetail(row: PodRow): PodDetail {
  return {
    ...row,
    asOf: AS_OF,
    stale: false,
    source: 'live',
    qosClass: null,
    runtimeHandler: null,
    ip: null,
    labels: {},
    sentence: `${row.name} is ${row.verdict.outcome}.`,
    cause: null,
    rawError: null,
    stages: [],
    sandboxes: [],
    timeline: [],
    findings: [],
  };
}

/** A live message with these rows. */
export function sampleChange(version: number, pods: LiveChange['pods']): LiveChange {
  return { version, asOf: AS_OF, stale: false, node: sampleNode(), findings: [], pods, pod: null };
}

export const IMAGE_404: Partial<Verdict> = {
  outcome: 'stuck',
  stage: 'pull',
  state: 'failed',
  cause: 'image-not-found',
  summary: 'PullImage failed: not found',
  message: 'registry.example/api:2: not found',
};

/** An answer to any text. */
export function sampleExplanation(text: string): Explanation {
  return {
    stage: 'pull',
    cause: 'image-not-found',
    group: 'image-pull',
    confidence: 0.9,
    title: 'The image does not exist',
    explanation: 'The registry knows no such tag.',
    confusedWith: [],
    message: text.trim(),
    frames: [],
    text,
    innermost: [0, text.length],
    nextChecks: [],
  };
}
