'use client';
import { useCallback, useSyncExternalStore } from 'react';

const PREFIX = 'cri-triage.';
const listeners = new Set<() => void>();

/** A setting that this browser keeps, the same in every place that shows it; `first` where nothing is kept or storage is shut. */
function useRemembered(key: string, first: string): readonly [string, (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(key) ?? first,
    () => first,
  );
  const set = useCallback((next: string) => write(key, next), [key]);
  return [value, set];
}

/** As useRemembered, for what is on or off. */
export function useRememberedSwitch(
  key: string,
  first: boolean,
): readonly [boolean, (isOn: boolean) => void] {
  const [value, set] = useRemembered(key, first ? 'on' : 'off');
  const setSwitch = useCallback((isOn: boolean) => set(isOn ? 'on' : 'off'), [set]);
  return [value === 'on', setSwitch];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A browser may shut its storage: then a setting lasts as long as the page. */
const unsaved = new Map<string, string>();

function read(key: string): string | null {
  const own = unsaved.get(key);
  if (own !== undefined) return own;
  try {
    return window.localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + key, value);
  } catch {
    unsaved.set(key, value);
  }
  for (const tell of listeners) tell();
}
