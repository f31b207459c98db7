'use client';
import { useEffect, useId, useRef, useState } from 'react';
import { useUrlState } from '../data/url-state.ts';
import { useClock } from '../ui/clock.tsx';
import { useKeys } from '../ui/use-keys.ts';
import type { LogWish } from './log-state.ts';
import { clockOf, isMoment, parseMoment } from './moment.ts';

/** Leads to a time of the log, as a person writes it. */
export function LogGoTo({ wish }: { wish: LogWish }) {
  const url = useUrlState();
  const clock = useClock();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const shown = wish.at !== null && isMoment(wish.at) ? toWords(wish.at) : '';
  const [text, setText] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(shown);
  }, [shown]);
  useKeys({ a: () => input.current?.select() });
  const go = () => {
    const at = text.trim() === '' ? null : parseMoment(text, clock.now());
    setWrong(text.trim() !== '' && at === null);
    if (at !== null) url.set({ at, mode: 'history' });
    else if (text.trim() === '') url.set({ at: null });
  };
  return (
    <form
      className="log-go-to needs-script"
      aria-label="Go to a time"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        ref={input}
        type="text"
        aria-label="Go to a time of the log, in UTC"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? hint : undefined}
        placeholder="at 03:12:04 UTC"
        title="Go to a time (a): 03:12, 2026-01-31 03:12:04, 04:12 +01:00, or 15m for a quarter of an hour ago"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {isWrong && (
        <span id={hint} role="alert" className="log-go-to-hint tone-fail">
          Write a time such as 03:12:04, 2026-01-31 03:12 or 15m
        </span>
      )}
    </form>
  );
}

function toWords(at: string): string {
  return `${at.slice(0, 10)} ${clockOf(at).replace(/\.000$/, '')}`;
}
