/**
 * Time as plain arithmetic: judgement never touches a clock, so this folder does without Date.
 */

const DAY_MS = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01 in the proleptic Gregorian calendar. */
const EPOCH_DAYS = 719_468;
/** Days of one 400-year cycle. */
const ERA_DAYS = 146_097;

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function civilDate(days: number): string {
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** Days of the last dates written: a snapshot's times fall on one or two days. */
let lastDay = Number.NaN;
let lastDate = '';

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => pad(value, 2));

function two(value: number): string {
  return TWO_DIGITS[value] ?? pad(value, 2);
}

function written(whole: number): string {
  const days = Math.floor(whole / DAY_MS);
  if (days !== lastDay) {
    lastDay = days;
    lastDate = civilDate(days);
  }
  const rest = whole - days * DAY_MS;
  const hours = Math.floor(rest / 3_600_000);
  const minutes = Math.floor(rest / 60_000) % 60;
  const seconds = Math.floor(rest / 1000) % 60;
  return `${lastDate}T${two(hours)}:${two(minutes)}:${two(seconds)}.${pad(rest % 1000, 3)}Z`;
}

/** 4,096 slots: the times of a full node; a slot taken by another time is written anew. */
const SLOTS = 4_096;
const slotTimes = new Float64Array(SLOTS);
const slotTexts: string[] = new Array<string>(SLOTS).fill('');

/** Unix milliseconds as RFC 3339 in UTC; null for "never" and for times no clock can have shown. */
export function iso(atMs: number | null | undefined): string | null {
  if (atMs === null || atMs === undefined || !Number.isFinite(atMs)) return null;
  // Before 1971 a runtime means "never"; beyond year 9999 the form has no room.
  if (atMs < 31_536_000_000 || atMs > 253_402_300_799_000) return null;
  const whole = Math.floor(atMs);
  const slot = whole % SLOTS;
  if (slotTimes[slot] !== whole) {
    slotTimes[slot] = whole;
    slotTexts[slot] = written(whole);
  }
  return slotTexts[slot] ?? null;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?Z$/;

/** A time in UTC as `iso` writes it, back in Unix milliseconds; null for any other text. */
export function millis(text: string | null): number | null {
  const found = text === null ? null : RFC3339.exec(text);
  if (found === null) return null;
  const [, year = 0, month = 0, day = 0, hours, minutes, seconds, fraction = '0'] = found;
  const monthFromMarch = (Number(month) + 9) % 12;
  const fullYear = Number(year) - (monthFromMarch >= 10 ? 1 : 0);
  const leapDays =
    Math.floor(fullYear / 4) - Math.floor(fullYear / 100) + Math.floor(fullYear / 400);
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + Number(day) - 1;
  const days = 365 * fullYear + leapDays + dayOfYear - EPOCH_DAYS;
  const clock = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return days * DAY_MS + clock + Number(fraction.padEnd(3, '0'));
}

/** The time of day in UTC, "03:12:40", for sentences whose day is plain. */
export function clockWords(atMs: number): string {
  return iso(atMs)?.slice(11, 19) ?? 'an unknown time';
}

/** As `iso`, for places that need a time: an unusable one becomes the first moment of 1971. */
export function isoOrEpoch(atMs: number): string {
  return iso(atMs) ?? '1971-01-01T00:00:00.000Z';
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A Go duration ("1m20s", "500ms") in milliseconds, or null when the text is none. */
export function parseGoDuration(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? 's'] ?? 0);
  }
  return total;
}

/** A time span in the words of a person: "4 s", "12 min", "3 h", "2 d". */
export function spanWords(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
