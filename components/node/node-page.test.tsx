import { describe, expect, it } from 'vitest';
import type { Finding } from '../../server/contract/finding.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { AS_OF, nodeStatus, PULL_FAILED, podRow } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { NodePage } from './node-page.tsx';

const NO_PODS = { stuck: 0, starting: 0, ready: 0, completed: 0, terminating: 0, unknown: 0 };

function read(node: NodeStatus, stuck: Parameters<typeof NodePage>[0]['firstStuck'] = []): string {
  const findings = { asOf: AS_OF, stale: false, findings: [] };
  return textOf(
    renderPage(<NodePage firstNode={node} firstFindings={findings} firstStuck={stuck} />),
  );
}

function unheard(state: NodeStatus['runtime']['health']['state'], message: string | null) {
  const { runtime } = nodeStatus();
  const health = { ...runtime.health, state, message, lastAnswerAt: null };
  return nodeStatus({ outcomes: NO_PODS, runtime: { ...runtime, health } });
}

describe('node page', () => {
  it('healthy: says so, and that nothing was found', () => {
    const text = read(nodeStatus());
    expect(text).toContain('All 2 pods run. Nothing has failed.');
    expect(text).toContain('Nothing is wrong with this node that its pods could tell.');
    expect(text).not.toContain('Stuck pods');
  });

  it('stuck: names the pod, its stage and why', () => {
    const node = nodeStatus({ outcomes: { ...NO_PODS, stuck: 1, ready: 1 } });
    const text = read(node, [podRow('checkout', { verdict: PULL_FAILED })]);
    expect(text).toMatch(/Stuck pods .*shop\/ checkout PullImage PullImage failed: 401/);
  });

  it('no pods: another picture than no runtime', () => {
    const text = read(nodeStatus({ outcomes: NO_PODS }));
    expect(text).toContain('No pods on this node');
    expect(text).not.toContain('No container runtime');
  });

  it('connecting, hung and unreachable are told apart while nothing was ever heard', () => {
    expect(read(unheard('connecting', null))).toContain('Asking the runtime for the first time');
    expect(read(unheard('hung', 'Version hangs'))).toContain('took the call and does not answer');
    expect(read(unheard('down', 'nothing listens at /run/x.sock'))).toContain(
      'No container runtime can be reached nothing listens at /run/x.sock',
    );
  });

  it('old data: shows them, with the last answer told', () => {
    const { runtime } = nodeStatus();
    const health = { ...runtime.health, state: 'hung' as const, hangingCall: 'Version' };
    const text = read(nodeStatus({ stale: true, runtime: { ...runtime, health } }));
    expect(text).toContain('Where pods stand');
    expect(text).toContain('does not answer');
  });

  describe('findings', () => {
    const evidence = {
      source: 'host' as const,
      where: '/proc/812/stat',
      at: AS_OF,
      text: 'started',
      mark: null,
    };
    const finding = (id: string, title: string): Finding => ({
      id,
      cause: 'image-unauthorized',
      severity: 'warning',
      title,
      effect: 'Pods fail.',
      pods: [{ namespace: 'shop', name: 'checkout', uid: null }],
      since: AS_OF,
      evidence: [],
      nextChecks: [],
      fix: [{ text: 'Restart it', command: null, cost: 'every pod waits', harm: 'node' }],
      changes: [
        {
          at: '2026-01-31T03:12:00.000Z',
          kind: 'runtime-restarted',
          text: 'containerd restarted',
          evidence,
        },
      ],
    });
    const render = (search: string) => {
      const findings = [finding('f1', 'First'), finding('f2', 'Second')];
      return renderPage(
        <NodePage
          firstNode={nodeStatus()}
          firstFindings={{ asOf: AS_OF, stale: false, findings }}
          firstStuck={[]}
        />,
        search,
      );
    };

    it('tell what changed just before, and what mends it', () => {
      const text = textOf(render(''));
      expect(text).toContain(
        '03:12:00 containerd restarted /proc/812/stat 4 s before the first failure',
      );
      expect(text).toContain('What mends it, least harm first (1)');
    });

    it('the first is open, or the one that the address names', () => {
      const open = /<li id="finding-(f\d)"><details class="finding" open=""/;
      expect(open.exec(render(''))?.[1]).toBe('f1');
      expect(open.exec(render('finding=f2'))?.[1]).toBe('f2');
      expect(open.exec(render('finding=gone'))?.[1]).toBe('f1');
    });
  });

  it('calls in flight lead to the page of calls', () => {
    const since = '2026-01-31T03:11:00.000Z';
    const node = nodeStatus({
      callsInFlight: [{ call: 'PullImage', subject: null, since, detail: null }],
    });
    const findings = { asOf: AS_OF, stale: false, findings: [] };
    const page = <NodePage firstNode={node} firstFindings={findings} firstStuck={[]} />;
    expect(renderPage(page)).toContain('href="/calls?q=call%3APullImage%20outcome%3Ain-flight"');
  });
});
