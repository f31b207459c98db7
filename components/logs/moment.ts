import { logCursor } from '../../server/contract/log-words.ts';
import type { LogQuestion } from '../data/log-source.ts';

const DAY_MS = 86_400_000;
/** 1 min: a node's clock may be that far ahead of ours, and a time just read there is of today. */
const AHEAD_MS = 60_000;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS } as const;
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(?:Z|UTC))?$/i;
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\S.*))?$/i;
const ZONE = /^(.*\d)\s*([+-]\d\d:?\d\d)$/;
const AGO = /^(\d{1,5}) ?([smhd])(?: ago)?$/i;
/** As the address bears a moment: a time, where a line is a place in a file. */
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Lines before a sought one. */
const CONTEXT_LINES = 200;
/** Of the whole log, whatever the filter. */
const WHOLE = { q: null, levels: null, stream: null, since: null } as const;

/** Whether a place in the address is a time. */
export function isMoment(at: string): boolean {
  return MOMENT.test(at);
}

/**
 * A time as a person writes it (03:12, 03:12:04.5, 2026-01-31 03:12, with Z or +02:00 or as UTC; or "15m" ago) as the
 * address bears it; null where it is none. A clock without a day is the last such time before now.
 */
export function parseMoment(text: string, nowMs: number): string | null {
  const wish = text.trim();
  const [, amount, unit] = AGO.exec(wish) ?? [];
  if (amount !== undefined && unit !== undefined) {
    return toText(nowMs - Number(amount) * UNIT_MS[unit.toLowerCase() as keyof typeof UNIT_MS]);
  }
  const [, day, ofDay] = DATE.exec(wish) ?? [];
  const [, clock, zone] = ZONE.exec(day === undefined ? wish : (ofDay ?? '')) ?? [];
  const sinceMidnightMs = toClockMs(clock ?? (day === undefined ? wish : (ofDay ?? '00:00')));
  if (sinceMidnightMs === null) return null;
  const zoneMs = zone === undefined ? 0 : toZoneMs(zone);
  if (day !== undefined) return toText(Date.parse(`${day}T00:00:00Z`) + sinceMidnightMs - zoneMs);
  const midnightMs = Math.floor((nowMs + zoneMs) / DAY_MS) * DAY_MS - zoneMs;
  const todayMs = midnightMs + sinceMidnightMs;
  return toText(todayMs > nowMs + AHEAD_MS ? todayMs - DAY_MS : todayMs);
}

function toText(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function toClockMs(text: string): number | null {
  const [, hours = '', minutes = '', seconds = '0', fraction = ''] = CLOCK.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    return null;
  }
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + ms;
}

function toZoneMs(zone: string): number {
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** What is asked for around a line or a time: the page that begins there, and some lines before it. */
export function around(at: string): Readonly<Record<'from' | 'before', Partial<LogQuestion>>> {
  if (isMoment(at)) {
    return {
      from: { ...WHOLE, since: at, isForward: true },
      before: { ...WHOLE, until: at, lines: CONTEXT_LINES },
    };
  }
  return {
    from: { ...WHOLE, cursor: logCursor.from(at) },
    before: { ...WHOLE, cursor: logCursor.before(at), lines: CONTEXT_LINES },
  };
}

/** For further pages around a place: the filter of the address is not theirs. */
export const AROUND = WHOLE;

/** What a person looks at who went to a time or followed a link; `found` is the line that is there. */
export function momentWords(at: string, found: string | null): string {
  if (!isMoment(at)) {
    if (found === at) return 'The line of the link is marked';
    return found === null
      ? 'The line of the link is gone: the last one is marked'
      : 'The line of the link is gone: the next one is marked';
  }
  const time = `${at.slice(0, 10)} ${clockOf(at)} UTC`;
  return found === null
    ? `No line from ${time} on: the last before it is marked`
    : `The first line from ${time} on is marked`;
}

/** The clock of a line's time in UTC, as everywhere on the page: runtimes write the node's own zone. */
export function clockOf(time: string): string {
  const isUtc = time.endsWith('Z') || time.endsWith('+00:00');
  const ms = isUtc ? Number.NaN : Date.parse(time);
  return (Number.isNaN(ms) ? time : new Date(ms).toISOString()).slice(11, 23);
}
