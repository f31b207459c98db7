'use client';
import { useEffect, useRef, useState } from 'react';
import { useUrlState } from '../data/url-state.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/use-keys.ts';
import type { LogWish } from './log-state.ts';

/** What lines have to be like: a pattern for the server to look for, a stream, a level. */
export function LogSearch({ wish }: { wish: LogWish }) {
  const url = useUrlState();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(wish.q ?? '');
  useEffect(() => {
    if (document.activeElement !== input.current) setText(wish.q ?? '');
  }, [wish.q]);
  useKeys({ '/': () => input.current?.select() });
  // A search goes through what was written: Follow keeps the pattern as a filter when it is switched back on.
  const search = (q: string) =>
    url.set(q === '' ? { q: null, invert: null, at: null } : { q, mode: 'history', at: null });
  return (
    <form
      className="log-search"
      aria-label="Filter the log"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <span className="needs-script">
        <Kbd keys="/" />
      </span>
      <input
        ref={input}
        type="text"
        aria-label="Search the log by a regular expression"
        placeholder="regular expression, Enter searches"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') event.currentTarget.blur();
          setText('');
          search('');
        }}
      />
      <label className="log-invert" title="Lines that the pattern does not match">
        <input
          type="checkbox"
          checked={wish.isInverted}
          disabled={wish.q === null}
          onChange={({ target }) => url.set({ invert: target.checked ? 'true' : null, at: null })}
        />
        without it
      </label>
      <select
        className="select"
        aria-label="Stream"
        value={wish.stream ?? ''}
        onChange={({ target }) => url.set({ stream: target.value, at: null })}
      >
        <option value="">both streams</option>
        <option value="stdout">stdout</option>
        <option value="stderr">stderr</option>
      </select>
      <select
        className="select"
        aria-label="Level"
        value={wish.levels?.[0] ?? ''}
        onChange={({ target }) => url.set({ level: target.value, at: null })}
      >
        <option value="">any level</option>
        <option value="debug">debug and above</option>
        <option value="info">info and above</option>
        <option value="warn">warn and above</option>
        <option value="error">error and above</option>
        <option value="fatal">fatal</option>
      </select>
    </form>
  );
}
