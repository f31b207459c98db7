import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../server/contract/pod.ts';
import { AS_OF, nodeStatus, PULL_FAILED, podDetail } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { PodPage } from './pod-page.tsx';

const HISTORY = {
  firstSeenAt: '2026-01-31T03:00:00.000Z',
  lastSeenAt: AS_OF,
  transitionsDropped: 5,
  transitions: [
    {
      at: '2026-01-31T03:01:00.000Z',
      outcome: 'stuck' as const,
      stage: 'pull' as const,
      state: 'failed' as const,
      cause: null,
      container: 'app',
      summary: 'PullImage failed',
    },
  ],
  series: {
    call: 'PullImage',
    attempts: 37,
    firstFailureAt: '2026-01-31T03:01:00.000Z',
    lastFailureAt: '2026-01-31T03:12:00.000Z',
  },
};

const CAUSE = {
  id: 'image-unauthorized',
  title: 'The registry refuses',
  explanation: 'It does.',
  impact: 'No image.',
  nextChecks: [],
  confusedWith: [],
  fix: [
    { text: 'Give a secret', command: 'kubectl create secret', cost: 'nothing', harm: 'none' },
    { text: 'Restart it', command: null, cost: 'every pod waits', harm: 'node' },
  ] as const,
};

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

  it('a pod that is gone says since when, and counts down to nothing', () => {
    const verdict = { ...PULL_FAILED, nextRetryAt: '2026-01-31T03:14:00.000Z' };
    const history = { ...HISTORY, lastSeenAt: '2026-01-31T03:10:04.000Z' };
    const pod = podDetail('checkout', { source: 'history', history, verdict });
    const text = textOf(render(pod));
    expect(text).toContain('This pod is gone from the node since 03:10:04 UTC, 2 min .');
    expect(text).not.toContain('next try');
    expect(render(pod)).toContain('data-gone="true"');
    expect(textOf(render({ ...pod, source: 'live' }))).toContain('next try in 1:56');
  });

  it('the timeline begins with the series of failures and how the verdict changed', () => {
    const text = textOf(render(podDetail('checkout', { history: HISTORY })));
    expect(text).toContain('PullImage: 37 attempts since 03:01:00 UTC , the last failed 4 s ago');
    expect(text).toContain('The verdict changed 6 times');
    expect(text).toContain('5 older changes are forgotten');
  });

  it('the fix is a ladder: each rung with its harm, its cost and its command', () => {
    const markup = render(podDetail('checkout', { cause: { ...CAUSE, fix: [...CAUSE.fix] } }));
    const text = textOf(markup);
    expect(text).toMatch(/Give a secret harms nothing cost: nothing kubectl create secret/);
    expect(text).toMatch(/Restart it touches the whole node cost: every pod waits/);
    expect(markup.indexOf('Give a secret')).toBeLessThan(markup.indexOf('Restart it'));
  });

  it('what is wanted and what is found stand side by side', () => {
    const differences = [{ subject: 'handler', wanted: 'kata', found: 'runc', evidence: [] }];
    expect(textOf(render(podDetail('checkout', { differences })))).toContain('handler kata runc');
  });

  it('evidence leads to its moment in the timeline', () => {
    const evidence = {
      source: 'kernel-log' as const,
      where: '/dev/kmsg',
      at: AS_OF,
      text: 'oom',
      mark: null,
    };
    const entry = {
      at: AS_OF,
      actor: 'kernel' as const,
      text: 'killed process 42',
      outcome: 'failed' as const,
      durationMs: null,
      count: 1,
    };
    const pod = podDetail('checkout', {
      verdict: { ...PULL_FAILED, evidence: [evidence] },
      timeline: [entry],
    });
    expect(render(pod)).toContain(`href="?at=${encodeURIComponent(AS_OF)}"`);
    expect(render(pod, `at=${AS_OF}`)).toMatch(/id="timeline-moment"[^>]*data-moment/);
    expect(textOf(render({ ...pod, timeline: [] }))).not.toContain('show around it');
  });
});
