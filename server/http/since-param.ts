import { z } from 'zod';
import { AppError } from './app-error.ts';

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,7})([smhd])$/u;
const time = z.iso.datetime({ offset: true });

/** A moment as an address may give it: RFC 3339, or how long ago ("90s", "15m", "2h", "1d"). */
export function sinceParam(name: string, text: string, nowMs: number): number {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) {
    return nowMs - Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  // In an address "+" means a blank, and "+02:00" arrives so.
  const parsed = time.safeParse(text.replace(' ', '+'));
  if (parsed.success) return Date.parse(parsed.data);
  throw new AppError(
    'bad-request',
    `?${name}=: expected a time (2026-11-29T20:52:31Z) or a duration (90s, 15m, 2h, 1d)`,
  );
}
