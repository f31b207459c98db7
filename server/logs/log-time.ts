/** A time of a log to the nanosecond: two lines of one millisecond keep their order. */
export interface LogTime {
  readonly ms: number;
  /** Nanoseconds beyond the millisecond. */
  readonly ns: number;
}

/** As both runtimes write it: Z (containerd), or the node's own offset (CRI-O). */
export const LOG_TIME =
  '\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9})\\d*)?(?:[Zz]|[+-]\\d\\d:\\d\\d)';
const TIME = new RegExp(`^${LOG_TIME}$`);

/** The time that stands at a line's beginning, null when it is none. */
export function parseLogTime(text: string): LogTime | null {
  const found = TIME.exec(text);
  if (found === null) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const fraction = (found[1] ?? '').padEnd(9, '0');
  return { ms, ns: Number(fraction.slice(3)) };
}

/** True for a text in the form of a time; cheaper than reading it. */
export function isLogTime(text: string): boolean {
  return TIME.test(text);
}

/** Below zero when a is earlier. */
export function compareTimes(a: LogTime, b: LogTime): number {
  return a.ms - b.ms || a.ns - b.ns;
}
