import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../contract/pod.ts';
import {
  PROBE_CALLS,
  type ProbeCall,
  type ProbeRequest,
  type ProbeStep,
  type ProbeStepState,
  probeComparisonSchema,
  probeRequestSchema,
} from '../../contract/probe.ts';
import { STAGES, type Stage } from '../../contract/stage.ts';
import { readConfig } from '../../cri/read-config.ts';
import type { ProbePlan } from '../plan.ts';
import { compareWithPod, type ProbeBeside } from './compare.ts';
import { planProbe } from './plan-probe.ts';
import { stepsOf } from './testing/steps.ts';
import { STUCK_UID, stuckAt, wantedPod } from './testing/stuck-pod.ts';

const WEB = 'registry.example/shop/web:1';
const DIGEST = `registry.example/shop/web@sha256:${'3'.repeat(64)}`;
const NODE_IMAGE = { id: 'sha256:cc', tags: [WEB], digests: [DIGEST], sizeBytes: 1, pinned: false };

function planOf(request: Partial<ProbeRequest> = {}): ProbePlan {
  const result = planProbe(
    { ...probeRequestSchema.parse({}), image: WEB, ...request },
    {
      id: 'a',
      uid: 'b',
      owner: '1.1',
      deadlineSeconds: 1,
      podLogs: '/var/log/pods',
      images: [],
      isAdmin: true,
      cgroupDriver: null,
      readConfig,
    },
  );
  if (result.kind !== 'plan') throw new Error(JSON.stringify(result));
  return result.plan;
}

function compare(part: Partial<ProbeBeside>) {
  const made = compareWithPod({
    steps: stepsOf('ok'),
    plan: planOf(),
    detail: stuckAt('create'),
    kubeletPod: wantedPod(),
    container: null,
    ...part,
  });
  expect(probeComparisonSchema.parse(made)).toEqual(made);
  const reading = (stage: Stage) => made.stages.find((item) => item.stage === stage)?.reading;
  const suspects = made.subjects.filter(({ isSuspect }) => isSuspect).map(({ subject }) => subject);
  return { ...made, reading, suspects };
}

/** A probe that stops at this call. */
function stopsAt(call: ProbeCall, step: Partial<ProbeStep> = {}): ProbeStep[] {
  const at = PROBE_CALLS.indexOf(call);
  const before = Object.fromEntries(
    PROBE_CALLS.slice(0, at).map((name) => [name, { state: 'ok' as const }]),
  );
  return stepsOf('not-reached', { ...before, [call]: { state: 'failed', ...step } });
}

const failure = (text: string, cause: string | null = null): Partial<ProbeStep> => ({
  cause,
  error: { code: 'UNKNOWN', text: `rpc: ${text}`, innermost: [5, 5 + text.length], frames: [] },
});

describe('every stage of the pod beside every end of a probe', () => {
  const pods = STAGES.map((stage) => [stage, stuckAt(stage, { cause: 'one' })] as const);
  const probes: readonly (readonly [string, ProbeStep[]])[] = [
    ['passes', stepsOf('ok')],
    ['skips the pull', stepsOf('ok', { PullImage: { state: 'skipped' } })],
    ['has not begun', stepsOf('pending')],
    ['was given up', stepsOf('not-reached', { RunPodSandbox: { state: 'cancelled' } })],
    ...PROBE_CALLS.flatMap((call) => [
      [`stops at ${call} for the same cause`, stopsAt(call, { cause: 'one' })] as const,
      [`stops at ${call} for another cause`, stopsAt(call, { cause: 'two' })] as const,
    ]),
  ];
  it.each(pods)('a pod that stops at %s', (stage, detail) => {
    const told = probes.map(([name, steps]) => {
      const { sentence, reading } = compare({ steps, detail });
      return `${name}: [${reading(stage) ?? 'none'}] ${sentence}`;
    });
    expect(told).toMatchSnapshot();
  });
});

describe('what a pair of ends means', () => {
  it.each<[ProbeStepState, PodDetail['stages'][number]['state'], string]>([
    ['ok', 'ok', 'same-ok'],
    ['skipped', 'ok', 'same-ok'],
    ['ok', 'skipped', 'same-ok'],
    ['ok', 'failed', 'only-pod-fails'],
    ['skipped', 'failed', 'open'],
    ['failed', 'ok', 'only-probe-fails'],
    ['failed', 'skipped', 'only-probe-fails'],
    ['failed', 'failed', 'other-failure'],
    ['ok', 'unknown', 'open'],
    ['ok', 'not-reached', 'open'],
    ['pending', 'failed', 'open'],
    ['running', 'failed', 'open'],
    ['cancelled', 'failed', 'open'],
    ['not-reached', 'failed', 'open'],
    ['failed', 'not-reached', 'open'],
    ['failed', 'unknown', 'open'],
  ])('probe %s, pod %s: %s', (probe, pod, expected) => {
    const detail = stuckAt('create', { state: pod });
    const steps = stepsOf('ok', { CreateContainer: { state: probe } });
    expect(compare({ steps, detail }).reading('create')).toBe(expected);
  });

  it('a pod that hangs in a call has failed it', () => {
    const detail = stuckAt('pull', { state: 'running' });
    expect(compare({ detail }).reading('pull')).toBe('only-pod-fails');
    const starting = stuckAt('pull', { state: 'running', outcome: 'starting' });
    expect(compare({ detail: starting }).reading('pull')).toBe('open');
  });

  it.each([
    { here: 'a', there: 'a', text: 'x', message: 'y', is: 'same-failure' },
    { here: 'a', there: 'b', text: 'x', message: 'x', is: 'other-failure' },
    {
      here: null,
      there: 'unknown',
      text: 'no space left',
      message: 'No space left.',
      is: 'same-failure',
    },
    {
      here: 'unknown',
      there: null,
      text: 'task 3f2a5b6c7d8e of 12 on 10.0.0.1:80',
      message: 'task 9c1b5b6c7d8f of 37 on 10.0.0.2:81',
      is: 'same-failure',
    },
    { here: 'a', there: null, text: 'x', message: 'x', is: 'same-failure' },
    { here: null, there: null, text: '', message: '', is: 'other-failure' },
    { here: null, there: null, text: 'x', message: 'y', is: 'other-failure' },
  ])('failures $here/$text and $there/$message: $is', ({ here, there, text, message, is }) => {
    const detail = stuckAt('create', { cause: there, message });
    const steps = stopsAt('CreateContainer', failure(text, here));
    expect(compare({ detail, steps }).reading('create')).toBe(is);
  });
});

describe('what is left to suspect', () => {
  it('is what can make the stage fail and is not the same', () => {
    expect(compare({ detail: stuckAt('sandbox') }).suspects).toEqual(['security']);
    expect(compare({ detail: stuckAt('create') }).suspects).toEqual([
      'mounts',
      'security',
      'command',
    ]);
    const other = planOf({ image: 'registry.example/other:1', hostNetwork: true });
    const kubeletPod = wantedPod({ runtimeClassName: 'kata' });
    expect(compare({ plan: other, kubeletPod, detail: stuckAt('sandbox') }).suspects).toEqual([
      'runtime-handler',
      'network',
      'security',
    ]);
    expect(compare({ plan: other, detail: stuckAt('pull') }).suspects).toEqual(['image']);
  });

  it('limits are, where the pod has less memory than the probe', () => {
    const limited = (memoryLimitBytes: number | null) => {
      const none = { cpuRequestCores: null, cpuLimitCores: null, memoryRequestBytes: null };
      const kubeletPod = wantedPod({}, { resources: { ...none, memoryLimitBytes } });
      return compare({ detail: stuckAt('start'), kubeletPod }).suspects.includes('resources');
    };
    expect(limited(4 << 20)).toBe(true);
    expect(limited(1 << 30)).toBe(false);
    expect(limited(null)).toBe(false);
  });

  it('is nothing where both fail, or nothing can be told', () => {
    const steps = stopsAt('CreateContainer', { cause: 'one' });
    expect(compare({ steps, detail: stuckAt('create', { cause: 'one' }) }).suspects).toEqual([]);
    expect(compare({ detail: stuckAt('kubelet') }).suspects).toEqual([]);
    expect(compare({ steps: stepsOf('pending') }).suspects).toEqual([]);
  });

  it.each<[string, Partial<ProbeBeside>, string, string]>([
    ['one name', {}, 'image', 'same'],
    [
      'a digest and its tag on the node',
      { plan: planOf({ image: DIGEST }), images: [NODE_IMAGE] },
      'image',
      'same',
    ],
    [
      'a digest and a tag that is not here',
      { plan: planOf({ image: DIGEST }) },
      'image',
      'unknown',
    ],
    ['another tag', { plan: planOf({ image: 'registry.example/shop/web:2' }) }, 'image', 'differs'],
    ['the default handler', {}, 'runtime-handler', 'same'],
    [
      'a class and the default',
      { kubeletPod: wantedPod({ runtimeClassName: 'kata' }) },
      'runtime-handler',
      'differs',
    ],
    [
      'a class of that name',
      {
        kubeletPod: wantedPod({ runtimeClassName: 'kata' }),
        plan: planOf({ runtimeHandler: 'kata' }),
      },
      'runtime-handler',
      'same',
    ],
    [
      'a class of another name',
      {
        kubeletPod: wantedPod({ runtimeClassName: 'x' }),
        plan: planOf({ runtimeHandler: 'kata' }),
      },
      'runtime-handler',
      'unknown',
    ],
    ['a handler, without kubelet', { kubeletPod: null }, 'runtime-handler', 'unknown'],
    ['own networks', {}, 'network', 'same'],
    [
      "the node's network there",
      { kubeletPod: wantedPod({ hostNetwork: true }) },
      'network',
      'differs',
    ],
    ['a network, without kubelet', { kubeletPod: null }, 'network', 'unknown'],
    ['mounts without a record', {}, 'mounts', 'unknown'],
    ['limits', {}, 'resources', 'differs'],
    ['limits, without kubelet', { kubeletPod: null }, 'resources', 'unknown'],
    [
      'equal limits',
      {
        kubeletPod: wantedPod(
          {},
          {
            resources: {
              cpuRequestCores: null,
              cpuLimitCores: 0.5,
              memoryRequestBytes: null,
              memoryLimitBytes: 268_435_456,
            },
          },
        ),
      },
      'resources',
      'same',
    ],
  ])('%s: %s', (_, part, subject, verdict) => {
    expect(compare(part).subjects.find((item) => item.subject === subject)?.verdict).toBe(verdict);
  });

  it('mounts are held by where they are in the container', () => {
    const mounts = [{ containerPath: '/data', hostPath: '/a', readonly: false }];
    const status = {
      id: '',
      state: 'created' as const,
      createdAtMs: null,
      startedAtMs: null,
      finishedAtMs: null,
      exitCode: 0,
      reason: '',
      message: '',
      logPath: '',
      mounts,
    };
    const held = (part: Partial<ProbeBeside>) =>
      compare({ status, ...part }).subjects.find(({ subject }) => subject === 'mounts');
    expect(held({})).toMatchObject({ probe: 'none', pod: '1 mount', verdict: 'differs' });
    const plan = planOf({
      containerConfig: {
        metadata: { name: 'c' },
        mounts: [{ container_path: '/data', host_path: '/a', readonly: true }],
      },
    });
    expect(held({ plan })).toMatchObject({ verdict: 'same' });
  });

  it('a sandbox names its handler itself', () => {
    const sandbox = { id: '', attempt: 0, state: 'ready' as const, createdAt: null, ip: null };
    const detail = stuckAt('create', {}, { sandboxes: [{ ...sandbox, runtimeHandler: 'runc' }] });
    const held = (part: Partial<ProbeBeside>) =>
      compare({ detail, ...part }).subjects.find((item) => item.subject === 'runtime-handler');
    expect(held({})).toMatchObject({ pod: 'runc', verdict: 'same' });
    expect(held({ kubeletPod: null })).toMatchObject({ pod: 'runc', verdict: 'unknown' });
    expect(held({ plan: planOf({ runtimeHandler: 'kata' }) })).toMatchObject({
      verdict: 'differs',
    });
  });

  it('a specification tells command, mounts and security', () => {
    const wants = { command: ['/bin/app'], args: [], mountPaths: [], security: [] };
    const held = (change: Partial<typeof wants> | { security: string[] }, plan = planOf()) =>
      Object.fromEntries(
        compare({
          plan,
          kubeletPod: wantedPod({}, { wants: { ...wants, ...change } }),
        }).subjects.map(({ subject, verdict }) => [subject, verdict]),
      );
    expect(held({})).toMatchObject({ command: 'differs', mounts: 'same', security: 'same' });
    expect(held({}, planOf({ command: ['/bin/app'] }))).toMatchObject({ command: 'same' });
    expect(held({ security: ['seccomp RuntimeDefault'] })).toMatchObject({ security: 'same' });
    expect(held({ security: ['user 1000'] })).toMatchObject({ security: 'differs' });
  });

  it('the same failure with the same command clears the rest', () => {
    const wants = { command: ['/bin/app'], args: [], mountPaths: [], security: [] };
    const { sentence } = compare({
      detail: stuckAt('start', { cause: 'one' }),
      steps: stopsAt('StartContainer', { cause: 'one' }),
      plan: planOf({ command: ['/bin/app'] }),
      kubeletPod: wantedPod({}, { wants }),
    });
    expect(sentence).toMatch(/^The same image and command fail/);
  });

  it('secrets of the command are not told', () => {
    const plan = planOf({ command: ['x', '--password', 'hunter2'] });
    expect(JSON.stringify(compare({ plan }))).not.toContain('hunter2');
  });
});

describe('sentences with a catch', () => {
  const sentence = (part: Partial<ProbeBeside>) => compare(part).sentence;

  it('a pull tells by its login whether it is the secret', () => {
    const detail = stuckAt('pull');
    const withLogin = stepsOf('ok', {
      PullImage: { state: 'ok', request: { auth: '[withheld]' } },
    });
    expect(sentence({ detail, steps: withLogin })).toMatch(/^With the login that you gave/);
    expect(sentence({ detail, steps: stepsOf('ok', { PullImage: { request: {} } }) })).toMatch(
      /^The same image can be pulled without a login/,
    );
    const near = planOf({ image: 'registry.example/other:1' });
    expect(sentence({ detail, plan: near })).toMatch(/from the same registry/);
    expect(sentence({ detail, plan: planOf({ image: 'busybox' }) })).toMatch(
      /from another registry/,
    );
  });

  it('the same failure names the handler where it is not the default one', () => {
    const detail = stuckAt('sandbox', { cause: 'one' });
    const steps = stopsAt('RunPodSandbox', { cause: 'one' });
    expect(sentence({ detail, steps })).toBe(
      'The node fails for any pod: look at the node, not at this pod.',
    );
    const plan = planOf({ runtimeHandler: 'kata' });
    const kubeletPod = wantedPod({ runtimeClassName: 'kata' });
    expect(sentence({ detail, steps, plan, kubeletPod })).toContain('with the handler kata');
  });

  it('a pod that does not fail is not called failing', () => {
    const ready = stuckAt('run', { outcome: 'ready', state: 'ok' });
    expect(sentence({ detail: ready })).toBe('Both pass: this pod does not fail now.');
    const plan = planOf({ image: 'busybox' });
    expect(sentence({ detail: ready, plan, steps: stopsAt('PullImage') })).toBe(
      'The probe fails at PullImage, and this pod does not fail now. It differs in image and resources.',
    );
    expect(sentence({ detail: ready, steps: stepsOf('pending') })).toMatch(/not come to its end/);
    const unknown = stuckAt('create', { outcome: 'unknown', state: 'unknown' });
    expect(sentence({ detail: unknown })).toMatch(/is not known/);
  });

  it('another container than the one that fails is told', () => {
    const one = stuckAt('create');
    const side = one.containers.map((row) => ({ ...row, name: 'side' }));
    const detail = { ...one, containers: [...one.containers, ...side] };
    expect(sentence({ detail, container: 'side' })).toBe(
      'Container side of this pod does not fail; app does: hold the probe beside that one.',
    );
  });

  it('names pod and container', () => {
    expect(compare({}).pod).toEqual({
      namespace: 'shop',
      name: 'web-7c9',
      uid: STUCK_UID,
      container: 'app',
    });
  });
});
