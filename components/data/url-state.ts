'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';
import { withBase } from './base-path.ts';

export type UrlChange = Readonly<Record<string, string | null>>;

/** The query part of an address after a change; null takes a parameter away. */
export function withParams(search: string, change: UrlChange): string {
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === '') params.delete(key);
    else params.set(key, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The state of a page that lives in its address, changed in place: no request, no entry in the history. `push` goes to
 * another state of the same page that "back" leads away from again.
 */
export function useUrlState() {
  const params = useSearchParams();
  const search = params.toString();
  const set = useCallback((change: UrlChange) => {
    const { pathname, search: current, hash } = window.location;
    window.history.replaceState(null, '', pathname + withParams(current, change) + hash);
  }, []);
  const push = useCallback((path: string) => {
    window.history.pushState(null, '', withBase(path));
  }, []);
  const href = useCallback((change: UrlChange) => withParams(search, change) || '?', [search]);
  return { get: (key: string) => params.get(key), set, push, href };
}
