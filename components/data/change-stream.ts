import type { LiveChange } from '../../server/contract/live.ts';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import { withBase } from './base-path.ts';
import { currentPlace, isPageHeld, tellLoginEnded } from './page-hold.ts';

/** The server speaks every five seconds at least: three times that is a tunnel that died without a word. */
const SILENCE_MS = 15_000;

/**
 * Opens one stream of changes. `onLost` is called once, when it broke, fell silent or was refused; the returned
 * function ends it without a word.
 */
export function openChangeStream(
  url: string,
  on: { readonly change: (change: LiveChange) => void; readonly lost: () => void },
): () => void {
  const source = new EventSource(withBase(url));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    source.close();
  };
  const lose = () => {
    end();
    on.lost();
  };
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(lose, SILENCE_MS);
  };
  source.addEventListener('change', (event: MessageEvent<string>) => {
    listen();
    tellLoginEnded(false);
    on.change(JSON.parse(event.data) as LiveChange);
  });
  // The browser's own retry has a fixed pace and gives up on an answer that is no stream: ours does neither.
  source.addEventListener('error', lose);
  listen();
  return end;
}

/**
 * An EventSource does not tell why it was refused; where the login has ended, the page goes to log in again. One that is
 * held stays, and says so.
 */
export async function leaveIfLoggedOut(): Promise<void> {
  const response = await fetch(withBase(apiPaths.session()), {
    headers: { accept: 'application/json' },
  });
  const hasEnded = response.status === 401;
  tellLoginEnded(hasEnded && isPageHeld());
  if (!hasEnded || isPageHeld()) return;
  window.location.assign(withBase(pagePaths.login(currentPlace(withBase('')))));
}
