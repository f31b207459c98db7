import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../contract/pod.ts';
import { PROBE_CALLS, type ProbeStep, type ProbeStepState } from '../../contract/probe.ts';
import { STAGES } from '../../contract/stage.ts';
import { compare, failure, stopsAt } from './testing/compare-for-test.ts';
import { stepsOf } from './testing/steps.ts';
import { stuckAt } from './testing/stuck-pod.ts';

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
