import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CutSentence } from './cut.tsx';

it.each([
  'It was started by the runtime and still runs 1.5 s later.',
  'The container: image, mounts, devices, security.',
  `one word ${'x'.repeat(60)}`,
])('a sentence in two pieces has no space at an edge, where it would be lost: %s', (text) => {
  const markup = renderToStaticMarkup(<CutSentence text={text} />);
  const [, head = '', tail = ''] =
    />([^<]+)<\/span><span class="cut-tail">([^<]+)</.exec(markup) ?? [];
  expect(head + tail).toBe(text);
  expect(head).toMatch(/\S$/);
  expect(tail).toMatch(/^\S/);
});
