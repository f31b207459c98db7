import { describe, expect, it } from 'vitest';
import type { Session } from '../../server/contract/live.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { PortCheck, StreamEnd } from '../../server/contract/ticket.ts';
import { PodFocusProvider, selectContainer } from '../data/pod-focus.tsx';
import { SessionProvider } from '../data/session.tsx';
import { podDetail, verdict } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { ExecPanel } from './exec-panel.tsx';
import { PortAnswer } from './port-answer.tsx';
import { TerminalNote } from './terminal-note.tsx';
import { OPENING } from './terminal-state.ts';

const RUNNING = podDetail('web', { verdict: verdict() });
const OPERATOR: Session = {
  user: 'kim',
  role: 'operator',
  allowed: ['exec', 'attach', 'port-forward'],
};

function render(search = '', session: Session = OPERATOR, pod: PodDetail = RUNNING) {
  return renderPage(
    <SessionProvider session={session}>
      <PodFocusProvider focus={{ pod, container: selectContainer(pod, null) }}>
        <ExecPanel />
      </PodFocusProvider>
    </SessionProvider>,
    search,
  );
}

describe('who may', () => {
  it('an operator is offered a shell, and told that it is recorded', () => {
    const markup = render();
    expect(textOf(markup)).toContain('goes to the audit log');
    // Until scripts run a click would be lost; no reason stands there, for it is a moment's.
    expect(markup).toMatch(/<button type="button" class="button" disabled="">Open a shell/);
  });

  it('a viewer sees the button and why it does nothing', () => {
    const markup = render('', { ...OPERATOR, role: 'viewer' });
    expect(markup).toMatch(/<button[^>]* disabled=""[^>]*>Open a shell/);
    expect(textOf(markup)).toContain('Your role is viewer; exec needs the role operator.');
  });

  it.each([
    ['', 'exec'],
    ['do=attach', 'attach'],
    ['do=command', 'exec'],
    ['do=port', 'port-forward'],
  ])('what is switched off says how it is switched on: ?%s', (search, kind) => {
    const markup = render(search, { ...OPERATOR, allowed: [] });
    expect(markup).toMatch(/<button[^>]* disabled=""/);
    expect(textOf(markup)).toContain(`--allow ${kind}`);
  });

  it('a container that does not run has nothing to open a shell in', () => {
    const [container] = RUNNING.containers;
    if (container === undefined) throw new Error('the fixture has a container');
    const pod = podDetail('web', {
      containers: [{ ...container, stage: 'pull', state: 'failed' }],
    });
    expect(textOf(render('', OPERATOR, pod))).toContain('app does not run');
  });
});

const END: StreamEnd = {
  control: 'end',
  reason: 'exited',
  detail: null,
  exitCode: 0,
  leftBehind: null,
  nextChecks: [],
};
const note = (part: Partial<typeof OPENING>) =>
  textOf(
    renderPage(
      <TerminalNote
        state={{ ...OPENING, ...part }}
        onRetry={() => undefined}
        onAgain={() => undefined}
      />,
    ),
  );

describe('what stands under a terminal', () => {
  it('that it is recorded, or why output waits', () => {
    expect(note({ phase: 'open' })).toContain('Recorded in the audit log');
    expect(note({ phase: 'open', paused: 'The page is behind.' })).toBe('The page is behind.');
  });

  it('how it ended, with the exit code, and what could not be ended', () => {
    const end: StreamEnd = { ...END, exitCode: 137, leftBehind: 'sleep 99 still runs (pid 7).' };
    expect(note({ phase: 'ended', end })).toBe(
      'The process ended. Exit code 137. Open again sleep 99 still runs (pid 7).',
    );
  });

  it('an image without a shell leads to the command that debugs it', () => {
    const end: StreamEnd = {
      ...END,
      reason: 'no-shell',
      exitCode: null,
      nextChecks: [{ text: 'A debug container brings one', command: 'kubectl debug -it web' }],
    };
    const text = note({ phase: 'ended', end });
    expect(text).toContain('There is no shell in this container.');
    expect(text).toContain('kubectl debug -it web');
  });

  it('a lost connection says for how long the program is kept', () => {
    const text = note({ phase: 'lost', givenUpAtMs: Date.now() + 41_500 });
    expect(text).toMatch(/its output is kept for 4[12] s\. Try now/);
  });
});

const ANSWER: PortCheck = {
  connected: true,
  sentence: 'An HTTP server answered 503.',
  error: null,
  nextChecks: [],
  tls: {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    subject: 'CN=web',
    issuer: 'CN=web',
    altNames: ['web.shop.svc'],
    expiresAt: null,
    verified: false,
    verifyError: 'self-signed certificate',
  },
  http: {
    status: 503,
    reason: 'Service Unavailable',
    headers: [{ name: 'content-type', value: 'text/html' }],
    body: '<script>alert(1)</script>',
    truncated: true,
  },
  banner: null,
  timings: { openMs: 12, tlsMs: 4, firstByteMs: 2, totalMs: 20 },
};

describe('a port', () => {
  it('shows connection, TLS and HTTP as text, and never as a page', () => {
    const markup = renderPage(<PortAnswer answer={ANSWER} />);
    const text = textOf(markup);
    expect(text).toContain('An HTTP server answered 503. Way into the pod 12 ms TLS 4 ms');
    expect(text).toContain('the certificate is not trusted: self-signed certificate');
    expect(text).toContain(
      'HTTP 503 Service Unavailable content-type: text/html Body, its first 64 KiB',
    );
    expect(markup).toContain('&lt;script&gt;');
    expect(markup).not.toContain('<script>');
  });

  it('a refused connection says so, with what to look at', () => {
    const answer: PortCheck = {
      ...ANSWER,
      connected: false,
      sentence: 'Nothing in the pod listens on port 81.',
      error: 'connect: connection refused',
      tls: null,
      http: null,
      nextChecks: [{ text: 'Which ports are open', command: 'ss -ltn' }],
    };
    const text = textOf(renderPage(<PortAnswer answer={answer} />));
    expect(text).toContain('Nothing in the pod listens on port 81. connect: connection refused');
    expect(text).toContain('ss -ltn');
  });
});
