import { describe, expect, it } from 'vitest';
import type { CauseOutcome } from '../cause.ts';
import { NO_POD_FACTS } from '../pod-facts.ts';
import type { StoppedPodView } from '../pod-view.ts';
import { PULL_QUEUED, PULL_STALLED } from '../pull-progress.ts';
import { cell } from '../stage-result.ts';
import {
  ago,
  CONTAINER_ID,
  call,
  container,
  ended,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  UID,
} from '../testing/builders.ts';
import { clueFor, containerFor, failedAt, nodeFor, viewFor } from '../testing/stopped-view.ts';
import type { TextCause } from '../text-cause.ts';
import { CAUSES } from './index.ts';

interface Exit {
  readonly exitCode: number;
  readonly reason: string;
}

const RUN = ['run', 'app'] as const;

function kernelSays(constraint: string): Partial<StoppedPodView> {
  const text = `oom-kill:constraint=${constraint},task_memcg=/kubepods/pod${UID}/${CONTAINER_ID},task=java,pid=7`;
  const line = kubeletLine(text, {}, ago(60));
  return { facts: { ...NO_POD_FACTS, kernelLog: [line] } };
}

/** A container that ended, at stage run. */
function exited(
  { exitCode, reason }: Exit,
  given: Partial<StoppedPodView> = {},
  more: object = {},
): StoppedPodView {
  const record = container({ state: 'exited' });
  const status = ended({ exitCode, reason })[record.id] ?? null;
  const one = containerFor({ record, status, kubelet: kubeletContainer(), ...more });
  const stop = cell(RUN, 'failed', `exited ${exitCode}`, {
    reason: 'CrashLoopBackOff',
    clues: [clueFor('')],
    evidence: [clueFor('').evidence],
  });
  return viewFor(stop, { containers: [one], kubelet: kubeletPod(), ...given });
}

function probeLine(type: string): StoppedPodView['kubeletLog'] {
  const fields = {
    probeType: type,
    pod: 'shop/web',
    podUID: UID,
    containerName: 'app',
    output: 'connection refused',
  };
  return [kubeletLine('Probe failed', fields, ago(62))];
}

const hook = [
  kubeletLine(
    'Exec lifecycle hook for Container in Pod failed',
    { containerName: 'app', message: 'hook broke' },
    ago(62),
  ),
];
const killed = { stops: [call({ call: 'StopContainer', beganAtMs: ago(61), endedAtMs: ago(60) })] };
const noLog = { node: nodeFor({ 'kubelet-log': false }) };
const zero = { exitCode: 0, reason: 'Completed' };
const one = { exitCode: 1, reason: 'Error' };
const probed = { kubelet: kubeletContainer({ hasLivenessProbe: true, hasStartupProbe: true }) };

function running(
  reason: string | null,
  type: 'init' | 'app' = 'app',
  stage: 'run' | 'pull' = 'run',
): StoppedPodView {
  const stop = cell([stage, 'app'], 'running', 'x', {
    isOverdue: true,
    reason,
    evidence: [clueFor('x').evidence],
  });
  return viewFor(stop, { containers: [containerFor({ type, record: container() })] });
}

function unknownPull(): StoppedPodView {
  return viewFor(cell(['pull', 'app'], 'unknown', 'x', { needs: ['kubelet'] }));
}

function rejected(reason: string, given: Partial<StoppedPodView> = {}): StoppedPodView {
  const kubelet = kubeletPod({
    phase: 'Failed',
    reason,
    message: 'Pod was rejected: no',
    containers: [],
  });
  return failedAt('kubelet', 'no', { kubelet, ...given });
}

type Three = readonly [StoppedPodView, StoppedPodView, StoppedPodView | null];

/** A pod that ran and is Failed as a whole. */
function over(reason: string, message: string): StoppedPodView {
  const kubelet = kubeletPod({ phase: 'Failed', reason, message });
  return failedAt('kubelet', message, { kubelet });
}

/** The same word of kubelet, told apart by its message. */
function evicted(message: string): Three {
  return [
    over('Evicted', message),
    over('Evicted', 'The node was unwell.'),
    rejected('Evicted', noKubelet),
  ];
}

/** A pod that runs, with a condition; the same with another reason; and without a kubelet to ask. */
function conditions(
  [type, status, reason]: readonly [string, string, string],
  other: string,
): Three {
  const saying = (word: string): StoppedPodView => {
    const condition = { type, status, reason: word, message: 'words', changedAtMs: NOW_MS };
    return viewFor(null, { kubelet: kubeletPod({ conditions: [condition] }) });
  };
  return [saying(reason), saying(other), viewFor(null, noKubelet)];
}

const noKubelet = { kubelet: null, node: nodeFor({ kubelet: false }) };
const broken = failedAt('kubelet', 'not YAML', { kind: 'manifest', uid: null });
const notReady = viewFor(
  cell(RUN, 'failed', 'not ready', {
    reason: 'ReadinessProbeFailed',
    clues: [clueFor('503')],
    evidence: [clueFor('503').evidence],
  }),
);
const hung = failedAt(
  'create',
  'rpc error: code = DeadlineExceeded desc = context deadline exceeded',
  {
    node: {
      ...nodeFor(),
      health: { ...nodeFor().health, state: 'hung', hangingCall: 'CreateContainer' },
    },
  },
);

/** For each cause that is not one of texts: a view it matches, one that is clear, one where it cannot look (null: never). */
const FIXTURES: Readonly<Record<string, Three>> = {
  'app-exit-nonzero': [exited(one), exited(zero), null],
  'init-container-failed': [exited(one, {}, { type: 'init' }), exited(one), exited(one, noKubelet)],
  'init-container-running': [running(null, 'init'), running(null), null],
  'node-level-oom': [
    exited({ exitCode: 137, reason: 'Error' }, kernelSays('CONSTRAINT_NONE')),
    exited({ exitCode: 137, reason: 'Error' }, kernelSays('CONSTRAINT_MEMCG')),
    exited({ exitCode: 137, reason: 'Error' }, { node: nodeFor({ 'kernel-log': false }) }),
  ],
  'oom-killed': [exited({ exitCode: 137, reason: 'OOMKilled' }), exited(one), null],
  'oom-flag-stale-real-end-sigterm': [
    exited({ exitCode: 143, reason: 'OOMKilled' }),
    exited(one),
    null,
  ],
  'liveness-probe-failed': [
    exited(zero, { kubeletLog: probeLine('Liveness') }),
    exited(zero, { kubeletLog: probeLine('Readiness') }),
    exited(zero, noLog, probed),
  ],
  'startup-probe-failed': [
    exited(zero, { kubeletLog: probeLine('Startup') }),
    exited(zero),
    exited(zero, noLog, probed),
  ],
  'prestop-poststart-hook-failed': [
    exited(zero, { kubeletLog: hook }),
    exited(zero),
    exited(zero, noLog),
  ],
  'readiness-probe-failed': [notReady, exited(one), null],
  'exit-zero-loop': [
    exited(zero),
    exited(zero, {}, killed),
    exited(zero, { node: nodeFor({ 'runtime-log': false }) }, probed),
  ],
  'sigkill-after-grace': [
    exited({ exitCode: 137, reason: 'Error' }, {}, killed),
    exited({ exitCode: 137, reason: 'Error' }),
    null,
  ],
  'sigterm-reported-as-error': [exited({ exitCode: 143, reason: 'Error' }), exited(one), null],
  'sigill-cpu-feature': [exited({ exitCode: 132, reason: 'Error' }), exited(one), null],
  'sigabrt-illegal-cpu-or-assert': [exited({ exitCode: 134, reason: 'Error' }), exited(one), null],
  'container-record-lost': [
    exited({ exitCode: 137, reason: 'ContainerStatusUnknown' }),
    exited(one),
    null,
  ],
  'runtime-lost-exit-status': [exited({ exitCode: 255, reason: 'Unknown' }), exited(one), null],
  'pod-deadline-exceeded': [
    rejected('DeadlineExceeded'),
    rejected('NodePorts'),
    rejected('DeadlineExceeded', noKubelet),
  ],
  'evicted-disk-pressure': evicted('The node was low on resource: ephemeral-storage.'),
  'evicted-memory-pressure': evicted('The node was low on resource: memory. Threshold: 100Mi.'),
  'evicted-pid-pressure': evicted('The node was low on resource: pids. Threshold: 5%.'),
  'own-storage-limit-exceeded': evicted(
    'Usage of EmptyDir volume "cache" exceeds the limit "1Gi".',
  ),
  'memory-pressure-admission': evicted('The node had condition: [MemoryPressure].'),
  'pid-pressure-admission': evicted('The node had condition: [PIDPressure].'),
  'node-shutting-down': [
    over('Terminated', 'Pod was terminated in response to imminent node shutdown.'),
    over('Terminated', 'it ended'),
    rejected('NodeShutdown', noKubelet),
  ],
  'pod-preempted': [
    over('Preempting', 'Preempted in order to admit critical pod'),
    over('Evicted', 'Preempted in order to admit critical pod'),
    rejected('Preempting', noKubelet),
  ],
  'resize-infeasible': conditions(['PodResizePending', 'True', 'Infeasible'], 'Deferred'),
  'resize-deferred': conditions(['PodResizePending', 'True', 'Deferred'], 'Infeasible'),
  'resize-failed': conditions(['PodResizeInProgress', 'True', 'Error'], 'Later'),
  'readiness-gate-unset': conditions(
    ['Ready', 'False', 'ReadinessGatesNotReady'],
    'ContainersNotReady',
  ),
  'admission-rejected': [
    rejected('OutOfcpu'),
    failedAt('kubelet', 'no', { kubelet: kubeletPod() }),
    rejected('OutOfcpu', noKubelet),
  ],
  'static-manifest-invalid': [broken, failedAt('kubelet', 'not YAML'), null],
  'image-pull-stalled': [
    running(PULL_STALLED, 'app', 'pull'),
    running(PULL_QUEUED, 'app', 'pull'),
    unknownPull(),
  ],
  'image-pull-queued': [
    running(PULL_QUEUED, 'app', 'pull'),
    running(PULL_STALLED, 'app', 'pull'),
    unknownPull(),
  ],
  'runtime-hung': [hung, failedAt('create', 'context deadline exceeded'), null],
};

const STRUCTURAL = CAUSES.filter((cause): boolean => !('tells' in (cause as Partial<TextCause>)));

describe('causes that are no matter of texts', () => {
  it('each has its three fixtures', () => {
    expect(STRUCTURAL.map((cause) => cause.id).sort()).toEqual(Object.keys(FIXTURES).sort());
  });

  it.each(STRUCTURAL)('$id matches, is clear, is blind', (cause) => {
    const [match, clear, blind] = FIXTURES[cause.id] ?? [];
    const judge = (view: StoppedPodView | undefined | null): CauseOutcome['result'] | null =>
      view == null ? null : cause.match(view, NOW_MS).result;
    expect(judge(match)).toBe('matched');
    expect(judge(clear)).toBe('clear');
    if (blind != null) expect(judge(blind)).toBe('blind');
    const outcome = match === undefined ? null : cause.match(match, NOW_MS);
    expect(outcome?.result === 'matched' && outcome.evidence.length > 0).toBe(true);
  });

  it.each(STRUCTURAL)('$id is clear of a pod that nothing stopped', (cause) => {
    expect(cause.match(viewFor(null), NOW_MS).result).toBe('clear');
  });
});
