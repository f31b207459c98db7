import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../server/contract/explain.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { ExplainPage } from './explain-page.tsx';

const TEXT = 'Error: failed to create containerd task: exec: "x": not found';
const ANSWER: Explanation = {
  stage: 'start',
  cause: 'exec-not-found',
  group: 'exec-image-content',
  confidence: 0.9,
  title: 'The command is not in the image',
  explanation: 'The command names a file that the image does not contain.',
  confusedWith: ['runc-binary-missing'],
  message: 'exec: "x": not found',
  frames: ['Error', 'failed to create containerd task'],
  text: TEXT,
  innermost: [41, TEXT.length],
  nextChecks: [{ text: 'Look inside', command: 'crictl inspecti IMAGE', href: null }],
};

function page(text: string, answer: Explanation | null): string {
  return renderPage(<ExplainPage firstText={text} firstAnswer={answer} />);
}

describe('explain page', () => {
  it('without a text: a form that works without scripts, and what it is for', () => {
    const markup = page('', null);
    expect(markup).toContain('action="/explain"');
    expect(markup).toContain('method="get"');
    expect(textOf(markup)).toContain('Paste an error');
  });

  it('tells stage, cause, certainty, the unwrapped text and what to do', () => {
    const markup = page(TEXT, ANSWER);
    const text = textOf(markup);
    expect(text).toContain('StartContainer exec-not-found exec-image-content sure (90 %)');
    expect(text).toContain(ANSWER.title);
    expect(text).toContain('crictl inspecti IMAGE');
    expect(markup).toContain('<mark>exec: &quot;x&quot;: not found</mark>');
    expect(text).toContain('Error failed to create containerd task exec: "x": not found');
  });

  it('says when it does not know, and calls a guess a guess', () => {
    const unknown = {
      ...ANSWER,
      cause: 'unknown',
      group: 'unknown',
      title: null,
      explanation: null,
    };
    expect(textOf(page(TEXT, unknown))).toContain('No known cause fits');
    expect(textOf(page(TEXT, { ...ANSWER, confidence: 0.3 }))).toContain('a guess (30 %)');
  });
});
