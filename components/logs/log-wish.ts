import { LOG_LEVELS, type LogLevel } from '../../server/contract/log-words.ts';
import type { LogWish } from './log-state.ts';

/** How far back, each by its key. */
export const WINDOWS = [
  { key: '1', since: '1m', label: '1 min' },
  { key: '2', since: '5m', label: '5 min' },
  { key: '3', since: '15m', label: '15 min' },
  { key: '4', since: '1h', label: '1 h' },
  { key: '5', since: '24h', label: '24 h' },
  { key: '6', since: null, label: 'All' },
] as const;

/** What the address asks for; parts that are not understood ask for nothing. */
export function toWish(get: (key: string) => string | null): LogWish {
  const attempt = /^\d{1,9}$/.exec(get('attempt') ?? '')?.[0];
  const at = get('at');
  const isPast = get('mode') === 'history' || attempt !== undefined || at !== null;
  const stream = get('stream');
  return {
    mode: isPast ? 'history' : 'follow',
    attempt: attempt === undefined ? null : Number(attempt),
    since: WINDOWS.find(({ since }) => since === get('since'))?.since ?? null,
    at,
    q: get('q') || null,
    isInverted: get('invert') === 'true',
    stream: stream === 'stdout' || stream === 'stderr' ? stream : null,
    levels: levelsFrom(get('level')),
  };
}

function levelsFrom(least: string | null): readonly LogLevel[] | null {
  const level = LOG_LEVELS.find((one) => one === least);
  // The lowest level is every line, and those without a level too.
  if (level === undefined || level === LOG_LEVELS[0]) return null;
  return LOG_LEVELS.slice(LOG_LEVELS.indexOf(level));
}

/** One text for equal wishes. */
export function wishKey(wish: LogWish): string {
  return JSON.stringify(wish);
}
