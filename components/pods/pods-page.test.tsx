import { describe, expect, it } from 'vitest';
import { AS_OF, nodeStatus, PULL_FAILED, podRow } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { PodsPage } from './pods-page.tsx';

function render(pods: Parameters<typeof PodsPage>[0]['firstPods']['pods'], query = ''): string {
  const list = { asOf: AS_OF, stale: false, pods, nextCursor: null, total: pods.length };
  return renderPage(
    <PodsPage firstNode={nodeStatus()} firstPods={list} firstQuery={query} />,
    new URLSearchParams({ q: query }).toString(),
  );
}

describe('pods page', () => {
  it('puts what is stuck first, whatever the order of names', () => {
    const text = textOf(render([podRow('aaa'), podRow('zzz', { verdict: PULL_FAILED })]));
    expect(text.indexOf('zzz')).toBeLessThan(text.indexOf('aaa'));
  });

  it('filters before any script runs', () => {
    const text = textOf(
      render([podRow('aaa'), podRow('zzz', { verdict: PULL_FAILED })], 'stage:pull'),
    );
    expect(text).toContain('zzz');
    expect(text).not.toContain('aaa');
    expect(text).toContain('1 of 2');
  });

  it('says that no pod fits, which is not the same as no pods', () => {
    expect(textOf(render([], 'ns:nowhere'))).toContain('No pod fits this filter');
  });

  it('shows markup in a name as text', () => {
    const markup = render([podRow('<img src=x onerror=alert(1)>')]);
    expect(markup).not.toContain('<img');
    expect(markup).toContain('&lt;img src=x');
  });
});
