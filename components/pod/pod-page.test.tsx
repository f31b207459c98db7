import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../server/contract/pod.ts';
import { nodeStatus, podDetail } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { PodPage } from './pod-page.tsx';

function render(pod: PodDetail | null, search = ''): string {
  return renderPage(
    <PodPage firstNode={nodeStatus()} firstPod={pod} namespace="shop" name="checkout" />,
    search,
  );
}

describe('pod page', () => {
  it('opens the stage that decides', () => {
    const markup = render(podDetail('checkout'));
    expect(textOf(markup)).toContain('Stopped at PullImage : the registry refuses');
    expect(markup).toMatch(/data-state="failed" data-deciding="true"><a aria-current="true"/);
  });

  it('opens the stage that the address names, and leads back to the one that decides', () => {
    const text = textOf(render(podDetail('checkout'), 'container=app&stage=create'));
    expect(text).toContain('It waits for app › PullImage');
    expect(text).toContain('CreateContainer was not called, so nothing speaks of it.');
  });

  it('a failure without a known cause shows its message instead of a guess', () => {
    const pod = podDetail('checkout');
    const verdict = { ...pod.verdict, cause: null, message: 'something odd' };
    const text = textOf(render({ ...pod, verdict }));
    expect(text).toContain('No known cause fits');
    expect(text).toContain('something odd');
  });

  it('an unknown stage names the source that would tell', () => {
    const pod = podDetail('checkout');
    const verdict = { ...pod.verdict, state: 'unknown' as const, needs: ['runtime-log'] };
    expect(textOf(render({ ...pod, verdict }))).toContain('these sources are needed: runtime-log');
  });

  it('a pod that is not here has a page that says so', () => {
    expect(textOf(render(null))).toContain('There is no such pod on this node now');
  });

  it('marks the innermost part of the raw error', () => {
    const rawError = {
      text: 'rpc error: pull: 401 Unauthorized',
      frames: ['rpc error', 'pull'],
      innermost: [17, 33] as [number, number],
    };
    expect(render(podDetail('checkout', { rawError }))).toContain('<mark>401 Unauthorized</mark>');
  });

  it('folds sandboxes that were replaced', () => {
    const sandbox = { createdAt: null, ip: null, runtimeHandler: '' };
    const sandboxes = [
      { ...sandbox, id: 'b'.repeat(64), attempt: 1, state: 'ready' as const },
      { ...sandbox, id: 'a'.repeat(64), attempt: 0, state: 'not-ready' as const },
    ];
    expect(textOf(render(podDetail('checkout', { sandboxes })))).toContain(
      '2 sandboxes · 1 replaced',
    );
  });
});
