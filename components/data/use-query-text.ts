'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useUrlState } from './url-state.ts';

/** What is typed, and where. */
export interface QueryText {
  /** The box it is typed in. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly setQuery: (text: string) => void;
}

/** The filter text of a list: at once in the box, and in the address under `q`. */
export function useQueryText(first: string): QueryText {
  const url = useUrlState();
  const input = useRef<HTMLInputElement>(null);
  const [query, setText] = useState(first);
  const inUrl = url.get('q') ?? '';
  useEffect(() => {
    // A link on the page, or "back", changed the address. While a person types, the address follows the box, and late.
    if (document.activeElement !== input.current) setText(inUrl);
  }, [inUrl]);
  const setQuery = (text: string) => {
    setText(text);
    url.set({ q: text });
  };
  return { input, query, setQuery };
}
