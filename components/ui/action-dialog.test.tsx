import { describe, expect, it } from 'vitest';
import { renderPage, textOf } from '../testing/render.tsx';
import { ActionDialog, type ShownAction } from './action-dialog.tsx';

type Preview = NonNullable<ShownAction['preview']>;

const stay = () => undefined;
const ALLOWED: Preview = {
  allowed: true,
  refusal: null,
  instead: [],
  kubelet: { state: 'dead', reason: 'kubelet does not run.' },
  lost: ['Its writable layer.', 'The record of its end.'],
  confirm: 'web',
};

function render(part: Partial<ShownAction>): string {
  const action: ShownAction = {
    preview: null,
    problem: null,
    askAgain: stay,
    act: stay,
    isActing: false,
    result: null,
    failure: null,
    ...part,
  };
  return renderPage(
    <ActionDialog
      title="Remove container web"
      verb="Remove"
      action={action}
      onClose={stay}
      saveFirst={<button type="button">Copy report</button>}
    />,
  );
}

describe('the dialog of what cannot be undone', () => {
  it('says that it looks, before anything is known', () => {
    const text = textOf(render({}));
    expect(text).toContain('Looking whether kubelet is alive');
    expect(text).not.toContain('confirm');
  });

  it('refuses with the reason and the way instead, without a word to type', () => {
    const preview = {
      ...ALLOWED,
      allowed: false,
      refusal: 'kubelet owns it.',
      instead: [{ text: 'Delete the pod.', command: 'kubectl delete pod -n shop web-1' }],
    };
    const markup = render({ preview });
    const text = textOf(markup);
    expect(text).toContain('Not done. kubelet owns it.');
    expect(text).toContain('kubectl delete pod -n shop web-1');
    expect(markup).not.toContain('<input');
  });

  it('tells what is lost, offers the evidence, and holds its button until the word is there', () => {
    const markup = render({ preview: ALLOWED });
    const text = textOf(markup);
    expect(text).toContain('Its writable layer. The record of its end.');
    expect(text).toContain('Save the evidence first: Copy report');
    expect(text).toContain('Type web to confirm');
    expect(markup).toMatch(/<button type="submit"[^>]*disabled=""[^>]*>Remove</);
  });

  it('says while it works that it goes on without the dialog', () => {
    const markup = render({ preview: ALLOWED, isActing: true });
    expect(textOf(markup)).toContain('it goes on when you close this');
    expect(markup).toMatch(/<input[^>]*disabled/);
  });

  it('tells a failure beside what can be done about it', () => {
    const text = textOf(
      render({ preview: ALLOWED, failure: 'StopContainer failed: shim is gone.' }),
    );
    expect(text).toContain('shim is gone.');
    expect(text).toContain('Look again');
  });

  it('tells the end alone', () => {
    const text = textOf(render({ preview: ALLOWED, result: { sentence: 'It was removed.' } }));
    expect(text).toContain('It was removed.');
    expect(text).not.toContain('confirm');
  });

  it('says why it could not be asked, and asks again', () => {
    const text = textOf(render({ problem: 'The container runtime does not answer.' }));
    expect(text).toContain('does not answer.');
    expect(text).toContain('Ask again');
  });
});
