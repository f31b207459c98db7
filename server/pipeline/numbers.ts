/** A number that JSON can carry; null for what a broken source gave. */
export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** A count; null for what cannot be one. */
export function whole(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) ? value : null;
}
