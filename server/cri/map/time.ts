/** 2000-01-01: no container is older; what lies before is a zero or negative time that a runtime filled in. */
const EARLIEST_MS = 946_684_800_000;
const NS_PER_MS = 1_000_000n;

/** Nanoseconds since 1970 as milliseconds; null for "never" (0, negative, 1754, 1970). */
export function nanosecondsToMs(nanoseconds: bigint): number | null {
  const ms = Number(nanoseconds / NS_PER_MS);
  return ms < EARLIEST_MS ? null : ms;
}

/** A protobuf Timestamp as milliseconds; null when absent or "never". */
export function timestampToMs(
  timestamp: { readonly seconds: bigint; readonly nanos: number } | undefined,
): number | null {
  if (timestamp === undefined) return null;
  const ms = Number(timestamp.seconds) * 1_000 + Math.floor(timestamp.nanos / 1_000_000);
  return ms < EARLIEST_MS ? null : ms;
}
