const UNITS_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
};

/** Milliseconds of a Go duration such as "2m0s"; null for what is none. */
export function parseGoDuration(text: string): number | null {
  if (text === '0') return 0;
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|µs|ns))+$/u.test(text)) return null;
  let totalMs = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s|us|µs|ns)/gu)) {
    totalMs += Number(amount) * (UNITS_MS[unit] ?? 0);
  }
  return totalMs;
}
