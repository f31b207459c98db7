/** Plain, without zod: the browser imports this file as a value. */
import type { PodHistory } from './history.ts';

type Series = NonNullable<PodHistory['series']>;

function toSpan(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 1 ? 'less than a second' : `${seconds} s`;
}

/**
 * "37 attempts since 03:12, first failure 4 s after containerd restarted". `toClock` writes a time as its reader wants to
 * see it.
 */
export function tellSeries(series: Series, toClock: (time: string) => string): string {
  const { attempts, firstFailureAt, after } = series;
  const told = `${attempts} attempts since ${toClock(firstFailureAt)}`;
  if (after === undefined || after === null) return told;
  const gapMs = Date.parse(firstFailureAt) - Date.parse(after.at);
  return `${told}, first failure ${toSpan(gapMs)} after ${after.text}`;
}
