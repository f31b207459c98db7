import { describe, expect, it } from 'vitest';
import type { ProbeBeside } from './compare.ts';
import { compare, planOf, stopsAt } from './testing/compare-for-test.ts';
import { stepsOf } from './testing/steps.ts';
import { STUCK_UID, stuckAt, wantedPod } from './testing/stuck-pod.ts';

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
