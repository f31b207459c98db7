import { describe, expect, it } from 'vitest';
import type { Session } from '../../server/contract/live.ts';
import { SessionProvider } from '../data/session.tsx';
import { renderPage, textOf } from '../testing/render.tsx';
import { ProbePage } from './probe-page.tsx';

const OPERATOR: Session = { user: 'kim', role: 'operator', allowed: ['probe'] };

function render(session: Session): string {
  return renderPage(
    <SessionProvider session={session}>
      <ProbePage />
    </SessionProvider>,
  );
}

describe('who may probe', () => {
  it('an operator, where it is switched on', () => {
    expect(textOf(render(OPERATOR))).toContain('can this node start a pod');
  });

  it('else the page says how it is switched on, or which role it needs', () => {
    const off = textOf(render({ ...OPERATOR, allowed: [] }));
    expect(off).toContain('--allow probe');
    expect(off).toContain('removes what it made');
    expect(textOf(render({ ...OPERATOR, role: 'viewer' }))).toContain(
      'probe needs the role operator',
    );
  });
});
