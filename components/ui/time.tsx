'use client';
import { useSyncExternalStore } from 'react';
import { useClockValue } from './clock.tsx';
import { formatAge, formatCountdown, formatShortAge, localStamp, utcStamp } from './format.ts';

const subscribeNever = () => () => undefined;

/** UTC, and after hydration the reader's own zone too: the server does not know that zone. */
function useStamp(at: string): string {
  return useSyncExternalStore(
    subscribeNever,
    () => `${utcStamp(at)}\n${localStamp(at)}`,
    () => utcStamp(at),
  );
}

/** How long ago, ticking; the absolute time stands in the tooltip. */
export function Ago({ at, short = false }: { at: string; short?: boolean }) {
  const atMs = Date.parse(at);
  const text = useClockValue((now) => (short ? formatShortAge : formatAge)(now - atMs));
  return (
    <time dateTime={at} title={useStamp(at)}>
      {text}
    </time>
  );
}

/** A countdown that ends in a word, never in negative numbers. */
export function Until({ at, past }: { at: string; past: string }) {
  const atMs = Date.parse(at);
  const text = useClockValue((now) => (atMs <= now ? past : formatCountdown(atMs - now)));
  return (
    <time dateTime={at} title={useStamp(at)}>
      {text}
    </time>
  );
}

/** A clock time in UTC, to the millisecond where asked: the form in which log lines are compared. */
export function At({ at, millis = false }: { at: string; millis?: boolean }) {
  return (
    <time dateTime={at} title={useStamp(at)} className="mono nowrap">
      {at.slice(11, millis ? 23 : 19)}
    </time>
  );
}
