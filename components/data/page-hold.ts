import { useSyncExternalStore } from 'react';

/**
 * A page that holds what nobody can bring back, such as the text of a terminal, is not left for the login page: it says
 * that the login has ended, and the person logs in beside it.
 */
let holders = 0;
let hasLoginEnded = false;
const listeners = new Set<() => void>();

/** Keeps the page where it is until the returned function is called. */
export function holdPage(): () => void {
  holders += 1;
  let isHeld = true;
  return () => {
    if (isHeld) holders -= 1;
    isHeld = false;
  };
}

export const isPageHeld = (): boolean => holders > 0;

/** Tells a page that stays whether its login lives. */
export function tellLoginEnded(hasEnded: boolean): void {
  if (hasEnded === hasLoginEnded) return;
  hasLoginEnded = hasEnded;
  for (const tell of listeners) tell();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True while the login has ended and the page stays all the same. */
export const useLoginEnded = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hasLoginEnded,
    () => false,
  );

/** Where to log in to come back to what is shown now. */
export function currentPlace(base: string): string {
  const { pathname, search } = window.location;
  return pathname.slice(base.length) + search;
}
