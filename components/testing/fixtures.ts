import type { CallRow } from '../../server/contract/call.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { PodDetail, PodRow, StageCell, Verdict } from '../../server/contract/pod.ts';
import type { Stage, StageState } from '../../server/contract/stage.ts';

export const AS_OF = '2026-01-31T03:12:04.000Z';

export function verdict(part: Partial<Verdict> = {}): Verdict {
  return {
    outcome: 'ready',
    stage: 'run',
    state: 'ok',
    cause: null,
    container: null,
    since: AS_OF,
    attempt: null,
    nextRetryAt: null,
    message: null,
    summary: 'Running',
    needs: [],
    evidence: [],
    ...part,
  };
}

export const PULL_FAILED = verdict({
  outcome: 'stuck',
  stage: 'pull',
  state: 'failed',
  cause: 'image-unauthorized',
  container: 'app',
  attempt: 9,
  summary: 'PullImage failed: 401 from registry.example',
});

export function podRow(name: string, part: Partial<PodRow> = {}): PodRow {
  return {
    namespace: 'shop',
    name,
    uid: `uid-${name}`,
    kind: 'api',
    createdAt: AS_OF,
    verdict: verdict(),
    dots: [],
    readyCount: 1,
    containers: [
      {
        name: 'app',
        type: 'app',
        id: `id-${name}`,
        attempt: 0,
        image: `registry.example/shop/${name}:1`,
        stage: 'run',
        state: 'ok',
        ready: true,
        restartCount: 0,
        reason: null,
      },
    ],
    ...part,
  };
}

export function cell(container: string | null, stage: Stage, state: StageState): StageCell {
  return {
    container,
    stage,
    state,
    startedAt: null,
    durationMs: null,
    attempt: null,
    word: state,
    detail: null,
    evidence: [],
  };
}

/** A pod whose only container cannot be pulled. */
export function podDetail(name: string, part: Partial<PodDetail> = {}): PodDetail {
  return {
    ...podRow(name, { verdict: PULL_FAILED }),
    asOf: AS_OF,
    stale: false,
    source: 'live',
    qosClass: 'Burstable',
    runtimeHandler: '',
    ip: '10.88.0.14',
    labels: {},
    sentence: 'Stopped at PullImage: the registry refuses the credentials (401).',
    cause: null,
    rawError: null,
    stages: [
      cell(null, 'kubelet', 'ok'),
      cell(null, 'sandbox', 'ok'),
      cell('app', 'pull', 'failed'),
      cell('app', 'create', 'not-reached'),
      cell('app', 'start', 'not-reached'),
      cell('app', 'run', 'not-reached'),
    ],
    sandboxes: [],
    timeline: [],
    findings: [],
    ...part,
  };
}

export function nodeStatus(part: Partial<NodeStatus> = {}): NodeStatus {
  return {
    name: 'worker-7',
    asOf: AS_OF,
    stale: false,
    runtime: {
      name: 'containerd',
      version: '2.1.9',
      apiVersion: 'v1',
      endpoint: 'unix:///run/containerd/containerd.sock',
      endpointReason: 'the only socket that answers',
      endpointWarning: null,
      health: {
        state: 'ok',
        since: AS_OF,
        lastAnswerAt: AS_OF,
        hangingCall: null,
        message: null,
        callsInFlight: 0,
      },
    },
    conditions: [],
    sources: [],
    counts: {
      kubelet: {},
      sandbox: {},
      pull: {},
      create: {},
      start: {},
      run: { ok: 2 },
      teardown: {},
    },
    outcomes: { stuck: 0, starting: 0, ready: 2, completed: 0, terminating: 0, unknown: 0 },
    sentence: { lead: 'All 2 pods run.', rest: 'Nothing has failed.', tone: 'ok' },
    callsInFlight: [],
    cost: { rssBytes: 60 * 2 ** 20, rendererRssBytes: null, cpuPercent: 0.1 },
    ...part,
  };
}

export function callRow(id: string, part: Partial<CallRow> = {}): CallRow {
  return {
    id,
    call: 'PullImage',
    namespace: 'shop',
    pod: 'checkout',
    uid: 'uid-checkout',
    container: 'app',
    attempt: 0,
    imageRef: 'registry.example/shop/checkout:1',
    sandboxId: null,
    containerId: null,
    beganAt: AS_OF,
    endedAt: AS_OF,
    durationMs: 120,
    usualMs: null,
    outcome: 'ok',
    witnesses: [],
    doubt: null,
    error: null,
    cause: null,
    where: '/var/log/containerd.log:12',
    text: `PullImage ${id}`,
    source: 'live',
    ...part,
  };
}
