/**
 * A part of what we know that may be missing. "Could not look" is never shown as "fine":
 * whoever reads a Section has to say what it does without the value.
 */
export type Section<T> =
  | { readonly available: true; readonly value: T; readonly asOfMs: number }
  | { readonly available: false; readonly reason: string };

/** A section whose value was read at `asOfMs` (Unix ms). */
export function available<T>(value: T, asOfMs: number): Section<T> {
  return { available: true, value, asOfMs };
}

/** A section that could not be read, and why in one sentence. */
export function unavailable(reason: string): Section<never> {
  return { available: false, reason };
}

/** The section's value, or `fallback` where missing means empty to the caller. */
export function valueOr<T>(section: Section<T>, fallback: T): T {
  return section.available ? section.value : fallback;
}
