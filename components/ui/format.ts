/** Durations, sizes and times as people read them. Pure: the caller says what time it is. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 1.5: calls of one kind scatter so much; less is no news. */
const NOTABLE_TIMES = 1.5;

/** "340 ms", "3.1 s", "42 s", "2 min 41 s", "3 h 12 min", "12 d": two units at most, none finer than useful. */
export function formatDuration(ms: number): string {
  const span = Math.max(0, ms);
  if (span < SECOND) return `${Math.round(span)} ms`;
  if (span < 10 * SECOND) return `${(span / SECOND).toFixed(1)} s`;
  return formatAge(span);
}

/** As formatDuration, in whole seconds: for values that tick. */
export function formatAge(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < 10 * MINUTE) return pair(span, [MINUTE, 'min'], [SECOND, 's']);
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return pair(span, [HOUR, 'h'], [MINUTE, 'min']);
  return `${Math.floor(span / DAY)} d`;
}

type Unit = readonly [ms: number, name: string];

function pair(span: number, [big, bigName]: Unit, [small, smallName]: Unit): string {
  const lead = `${Math.floor(span / big)} ${bigName}`;
  const rest = Math.floor((span % big) / small);
  return rest === 0 ? lead : `${lead} ${rest} ${smallName}`;
}

/** "4 s before", "2 min after", "at": how a moment stands to another. */
export function formatOffset(ms: number): string {
  if (Math.abs(ms) < SECOND) return 'at';
  return `${formatAge(Math.abs(ms))} ${ms < 0 ? 'before' : 'after'}`;
}

/** One unit only, for narrow columns: "42 s", "14 min", "3 h", "12 d". */
export function formatShortAge(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

/** "2:41", "1:02:03": its width does not jump while it runs. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part));
  const [minutes = '0', rest = '0'] = parts;
  const hours = Math.floor(seconds / 3_600);
  if (hours === 0) return `${minutes}:${rest.padStart(2, '0')}`;
  return `${hours}:${minutes.padStart(2, '0')}:${rest.padStart(2, '0')}`;
}

/** The age of live data: tenths below ten seconds. */
export function formatFreshness(ms: number): string {
  const span = Math.max(0, ms);
  return span < 10 * SECOND ? `${(span / SECOND).toFixed(1)} s` : formatAge(span);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** "0 B", "340 kB", "14.2 MB", "2.4 GB": powers of ten, as registries and disks are sold. */
export function formatBytes(bytes: number): string {
  const size = Math.max(0, bytes);
  const step = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), UNITS.length - 1);
  const value = size / 1_000 ** step;
  return `${step < 2 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

/** "8×", "1.6×": how many times the usual; null where it is about as usual, or nothing is known. */
export function formatTimes(ms: number | null, usualMs: number | null): string | null {
  if (ms === null || usualMs === null || usualMs <= 0) return null;
  const times = ms / usualMs;
  if (times < NOTABLE_TIMES) return null;
  return `${times < 10 ? times.toFixed(1).replace('.0', '') : Math.round(times)}×`;
}

export function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** "03:12:04" in UTC, out of an RFC 3339 time. */
export function utcClock(time: string): string {
  return time.slice(11, 19);
}

/** "2026-01-31 03:12:04.481 UTC" out of an RFC 3339 time. */
export function utcStamp(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 23)} UTC`;
}

/** The same moment in the reader's own zone, with the zone named. */
export function localStamp(time: string): string {
  const local = new Date(time);
  const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' })
    .formatToParts(local)
    .find((part) => part.type === 'timeZoneName');
  const stamp = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(local);
  return `${stamp} ${zone?.value ?? 'local'}`;
}
