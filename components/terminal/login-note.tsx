import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { currentPlace, useLoginEnded } from '../data/page-hold.ts';

/** That the login has ended while the text is still there, and how to go on without losing it. */
export function LoginNote() {
  if (!useLoginEnded()) return null;
  return (
    <p className="terminal-note" data-tone="run" role="status">
      <b>Your login has ended.</b> The text above stays:{' '}
      <a
        className="link"
        href={withBase(pagePaths.login(currentPlace(withBase(''))))}
        target="_blank"
        rel="noreferrer"
      >
        log in in another window
      </a>
      , and this page goes on.
    </p>
  );
}
