import type { Explanation } from '../../contract/explain.ts';
import type { ImageList } from '../../contract/image-list.ts';
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

/** One image that a container uses, and one that nothing needs. */
export function sampleImages(change: Partial<ImageList> = {}): ImageList {
  const web = {
    namespace: 'shop',
    pod: 'web-1',
    uid: 'uid-web-1',
    container: 'web',
    containerId: 'c1',
    isRunning: true,
  };
  return {
    asOf: AS_OF,
    stale: false,
    sizeIs: 'compressed',
    images: [
      {
        id: 'sha256:aaaa',
        tags: ['registry.example/shop/web:1'],
        digests: ['registry.example/shop/web@sha256:bbbb'],
        sizeBytes: 40_000_000,
        pinned: false,
        neededBecause: 'Container web of shop/web-1 uses it.',
        users: [web],
      },
      {
        id: 'sha256:cccc',
        tags: [],
        digests: ['registry.example/shop/old@sha256:dddd'],
        sizeBytes: 2_000_000,
        pinned: false,
        neededBecause: null,
        users: [],
      },
    ],
    totalBytes: 42_000_000,
    unusedBytes: 2_000_000,
    disk: { path: '/var/lib/containerd', totalBytes: 100_000_000, availableBytes: 30_000_000 },
    gaps: [],
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
