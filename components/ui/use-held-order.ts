'use client';
import { useState, useSyncExternalStore } from 'react';

/** Scrolled further than this, a person reads rows and not the page's head. */
const READING_PX = 160;

interface HeldOrder<Row> {
  readonly rows: readonly Row[];
  /** Rows that are new or stand elsewhere in the true order. */
  readonly pending: number;
  readonly release: () => void;
}

/**
 * Rows change in place; while a person reads they do not move, and what would have moved is counted instead. A row that
 * is gone goes at once. `keyOf` is the same function at every render.
 */
export function useHeldOrder<Row>(
  sorted: readonly Row[],
  keyOf: (row: Row) => string,
  options: { readonly filter: string; readonly isReading: boolean },
): HeldOrder<Row> {
  const isScrolled = useSyncExternalStore(subscribeScroll, isScrolledDown, () => false);
  const keys = sorted.map(keyOf);
  const [held, setHeld] = useState({ keys, filter: options.filter });
  const isReading = (isScrolled || options.isReading) && held.filter === options.filter;
  const pending = countMoved(held.keys, keys);
  const isHeld = isReading && pending > 0;
  if (!isHeld && !isSame(held.keys, keys)) setHeld({ keys, filter: options.filter });
  if (!isHeld) return { rows: sorted, pending: 0, release: () => undefined };
  const byKey = new Map(sorted.map((row) => [keyOf(row), row]));
  const rows = held.keys.flatMap((key) => byKey.get(key) ?? []);
  return { rows, pending, release: () => setHeld({ keys, filter: options.filter }) };
}

/** How many keys of `now` are new, or stand elsewhere among those that stayed. */
export function countMoved(before: readonly string[], now: readonly string[]): number {
  const known = new Set(before);
  const present = new Set(now);
  const stayed = before.filter((key) => present.has(key));
  const kept = now.filter((key) => known.has(key));
  const moved = kept.filter((key, index) => stayed[index] !== key).length;
  return now.length - kept.length + moved;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

const isScrolledDown = () => window.scrollY > READING_PX;

function subscribeScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
