import type { KubeletContainer, KubeletPod } from '../../../contract/kubelet-pod.ts';
import type { PodDetail, StageCell, Verdict } from '../../../contract/pod.ts';
import { POD_STAGES, STAGES, type Stage, type StageState } from '../../../contract/stage.ts';

const AS_OF = '2026-01-31T03:12:04.000Z';
export const STUCK_UID = '0f2c11d4-5b7e-4e0a-9a0c-3d1f6f0c7a11';

function cellOf(stage: Stage, state: StageState): StageCell {
  const isPods = POD_STAGES.some((name) => name === stage);
  return {
    container: isPods ? null : 'app',
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

/** A pod with one container that went well up to `stage` and stopped there. */
export function stuckAt(
  stage: Stage,
  verdict: Partial<Verdict> = {},
  part: Partial<PodDetail> = {},
): PodDetail {
  const state = verdict.state ?? 'failed';
  const at = STAGES.indexOf(stage);
  const stages = STAGES.filter((name) => name !== 'teardown' || stage === 'teardown').map(
    (name, index) => cellOf(name, index < at ? 'ok' : index === at ? state : 'not-reached'),
  );
  return {
    namespace: 'shop',
    name: 'web-7c9',
    uid: STUCK_UID,
    kind: 'api',
    createdAt: AS_OF,
    verdict: {
      outcome: 'stuck',
      stage,
      state,
      cause: null,
      container: POD_STAGES.some((name) => name === stage) ? null : 'app',
      since: AS_OF,
      attempt: null,
      nextRetryAt: null,
      message: null,
      summary: '',
      needs: [],
      evidence: [],
      ...verdict,
    },
    dots: [],
    readyCount: 0,
    containers: [
      {
        name: 'app',
        type: 'app',
        id: null,
        attempt: null,
        image: 'registry.example/shop/web:1',
        stage,
        state,
        ready: false,
        restartCount: 0,
        reason: null,
      },
    ],
    asOf: AS_OF,
    stale: false,
    source: 'live',
    qosClass: null,
    runtimeHandler: null,
    ip: null,
    labels: {},
    sentence: '',
    cause: null,
    rawError: null,
    stages,
    sandboxes: [],
    timeline: [],
    findings: [],
    ...part,
  };
}

/** The same pod as kubelet has it. */
export function wantedPod(
  part: Partial<KubeletPod> = {},
  container: Partial<KubeletContainer> = {},
): KubeletPod {
  return {
    namespace: 'shop',
    name: 'web-7c9',
    uid: STUCK_UID,
    labels: {},
    annotations: {},
    createdAtMs: null,
    deletionAtMs: null,
    deletionGraceSeconds: null,
    finalizers: [],
    restartPolicy: 'Always',
    hostNetwork: false,
    runtimeClassName: null,
    phase: 'Pending',
    reason: null,
    message: null,
    qosClass: null,
    podIp: null,
    startedAtMs: null,
    conditions: [],
    containers: [
      {
        name: 'app',
        type: 'app',
        image: 'registry.example/shop/web:1',
        imagePullPolicy: 'IfNotPresent',
        hasReadinessProbe: false,
        hasLivenessProbe: false,
        hasStartupProbe: false,
        ready: false,
        started: null,
        restartCount: 0,
        containerId: null,
        state: { kind: 'none' },
        lastState: { kind: 'none' },
        ...container,
      },
    ],
    ...part,
  };
}
