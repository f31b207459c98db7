import { describe, expect, it } from 'vitest';
import { COMPARISON, probe, probeStep } from '../testing/probe-fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { CleanUpPanel } from './clean-up-panel.tsx';
import { Comparison } from './comparison.tsx';
import { Output } from './output.tsx';
import { StepPanel } from './step-panel.tsx';

const TEXT = 'failed to pull and unpack: <b>401 Unauthorized</b>';

describe('one call whole', () => {
  it('a failure: cause, checks and ladder before the error, and the request', () => {
    const step = probeStep('PullImage', {
      state: 'failed',
      request: { image: { image: 'registry.example/web:1' }, auth: '[withheld]' },
      response: null,
      error: { code: 'UNKNOWN', text: TEXT, innermost: [27, TEXT.length], frames: ['unpack'] },
      cause: 'image-unauthorized',
      causeText: {
        id: 'image-unauthorized',
        title: 'The registry refuses the credentials',
        explanation: 'It answered 401.',
        impact: 'Nothing can be created before the image is here.',
        nextChecks: [{ text: 'Try by hand', command: 'crictl pull IMAGE', href: null }],
        fix: [{ text: 'Mend the secret', command: null, cost: 'nothing', harm: 'none' }],
        confusedWith: [],
      },
    });
    const markup = renderPage(<StepPanel step={step} output={[]} />);
    const text = textOf(markup);
    expect(text).toMatch(/image-unauthorized.*crictl pull IMAGE.*Mend the secret.*Error.*Request/);
    expect(text).toContain('"auth": "[withheld]"');
    expect(markup).toContain('<mark>&lt;b&gt;401');
  });

  it('one to come shows what will be sent', () => {
    const step = probeStep('CreateContainer', { state: 'pending', response: null, usualMs: null });
    const text = textOf(renderPage(<StepPanel step={step} output={[]} />));
    expect(text).toContain('Request, as it will be sent');
    expect(text).toContain('what is usual here is not known yet');
  });

  it('parts of a call are told in order', () => {
    const part = { startedAt: null, durationMs: 12, detail: null, waitsFor: null, evidence: [] };
    const step = probeStep('RunPodSandbox', {
      steps: [
        { ...part, id: 'pause', label: 'Pause image', state: 'ok' },
        { ...part, id: 'cni', label: 'CNI', state: 'running', waitsFor: 'the plugin calico' },
      ],
    });
    expect(textOf(renderPage(<StepPanel step={step} output={[]} />))).toMatch(
      /Pause image 12 ms CNI running .*waits for the plugin calico/,
    );
  });
});

describe('beside a stuck pod', () => {
  it('what follows stands first, then the calls, then what is left to suspect', () => {
    const text = textOf(renderPage(<Comparison comparison={COMPARISON} />));
    expect(text).toMatch(/checkout › app CreateContainer passes here and fails there/);
    expect(text).toContain('passes here, fails there');
    expect(text).toMatch(/Left to suspect mounts pod 3 probe none The others image same:/);
  });
});

describe('clean-up', () => {
  it('says what was removed', () => {
    expect(textOf(renderPage(<CleanUpPanel probe={probe()} />))).toContain('sandbox 9c1b22');
  });

  it('what is left has its reason, its command and a way to try again', () => {
    const left = {
      kind: 'sandbox',
      id: 'abc',
      why: 'It hangs.',
      command: 'crictl rmp abc',
    } as const;
    const cleanup = { ...probe().cleanup, state: 'left', left: [left] } as const;
    const text = textOf(
      renderPage(<CleanUpPanel probe={probe({ cleanup: { ...cleanup, left: [left] } })} />),
    );
    expect(text).toMatch(/Still on the node sandbox abc It hangs\. crictl rmp abc Try again/);
  });
});

it('output is text, whatever it says', () => {
  const markup = renderPage(<Output lines={[{ stream: 'stderr', text: '<i>no</i>' }]} />);
  expect(markup).toContain('&lt;i&gt;no');
  expect(textOf(markup)).toContain('stderr');
});
