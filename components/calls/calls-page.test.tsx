import { describe, expect, it } from 'vitest';
import type { CallList, CallRow } from '../../server/contract/call.ts';
import { AS_OF, callRow, nodeStatus } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { CallsPage } from './calls-page.tsx';

function render(calls: readonly CallRow[] | null, search = '', part: Partial<CallList> = {}) {
  const list = calls && { asOf: AS_OF, calls: [...calls], nextCursor: null, total: calls.length };
  const params = new URLSearchParams(search);
  return renderPage(
    <CallsPage
      firstNode={nodeStatus({
        sources: [
          {
            name: 'runtime-log',
            status: search === 'blind' ? 'unavailable' : 'ok',
            reason: 'journalctl is not here',
            enable: 'Name the log: --runtime-log FILE',
          },
        ],
      })}
      firstCalls={list && { gaps: [], ...list, ...part }}
      firstQuery={params.get('q') ?? ''}
    />,
    search,
  );
}

const HUNG = callRow('hung', {
  outcome: 'in-flight',
  beganAt: '2026-01-31T03:10:04.000Z',
  endedAt: null,
  durationMs: 120_000,
  usualMs: 15_000,
  witnesses: [
    { source: 'containerd', where: 'ListStatuses', at: AS_OF, text: 'layer open', mark: null },
  ],
});
const FAILED = callRow('failed', {
  outcome: 'failed',
  error: 'failed to resolve reference: <b>401 Unauthorized</b>',
  cause: 'image-unauthorized',
});

describe('calls page', () => {
  it('calls in flight stand first, with their age against the usual', () => {
    const text = textOf(render([FAILED, HUNG]));
    expect(text).toMatch(
      /In flight 1 in flight PullImage shop\/ checkout app 2 min 2 min 8× usual layer open/,
    );
    expect(text.indexOf('layer open')).toBeLessThan(text.indexOf('failed to resolve'));
  });

  it('says that nothing is in flight', () => {
    expect(textOf(render([FAILED]))).toContain('No call is waiting for the runtime.');
  });

  it('names the cause and leads to where it is explained', () => {
    const markup = render([FAILED]);
    expect(markup).toContain('href="/explain?text=failed%20to%20resolve');
    expect(markup).toContain('href="/pods/shop/checkout?uid=uid-checkout&amp;container=app');
    expect(markup).not.toContain('<b>401');
  });

  it('a row opens to its line, its ids and its witnesses', () => {
    const text = textOf(render([HUNG], 'call=hung'));
    expect(text).toContain('/var/log/containerd.log:12');
    expect(text).toContain('witness: containerd');
    expect(text).toContain('uid uid-checkout');
  });

  it('a call of which only the begin is known says why it is in doubt', () => {
    const row = callRow('open', { outcome: 'unknown', doubt: 'no second witness', endedAt: null });
    expect(textOf(render([row]))).toContain('no second witness');
  });

  it('filters and orders by the address', () => {
    const fast = callRow('fast', { call: 'StopContainer', durationMs: 3 });
    const slow = callRow('slow', { call: 'RunPodSandbox', durationMs: 9_000 });
    const ordered = textOf(render([fast, slow], 'sort=duration'));
    expect(ordered.indexOf('RunPodSandbox')).toBeLessThan(ordered.indexOf('StopContainer'));
    const filtered = textOf(render([fast, slow, FAILED], 'q=outcome:failed'));
    expect(filtered).toContain('1 of 3');
    expect(filtered).not.toContain('StopContainer');
    expect(textOf(render([fast], 'q=ns:nowhere'))).toContain('No call fits this filter');
  });

  it('tells what it cannot know', () => {
    const gaps = ['the log is read from 03:12 on'];
    expect(textOf(render([FAILED], '', { gaps }))).toContain('The log is read from 03:12 on');
  });

  it('loading, empty and stopped are three pictures', () => {
    expect(textOf(render(null))).toContain('Reading the call journal');
    expect(textOf(render([]))).toContain('No call yet');
    expect(textOf(render([], 'blind'))).toContain('unavailable: journalctl is not here');
  });
});
