import { describe, expect, it } from 'vitest';
import type { ProbeBeside } from './compare.ts';
import { compare, DIGEST, NODE_IMAGE, planOf, stopsAt } from './testing/compare-for-test.ts';
import { stepsOf } from './testing/steps.ts';
import { stuckAt, wantedPod } from './testing/stuck-pod.ts';

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
