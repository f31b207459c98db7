/**
 * The value below which the share `q` of a histogram lies, within its bucket by straight line; null for an empty one.
 * Above the last finite bound nothing is known but that bound.
 */
export function quantile(buckets: ReadonlyMap<number, number>, q: number): number | null {
  const sorted = [...buckets].filter(([le]) => !Number.isNaN(le)).sort(([a], [b]) => a - b);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total <= 0) return null;
  const rank = q * total;
  let [lower, below] = [0, 0];
  for (const [le, count] of sorted) {
    if (count >= rank) {
      if (!Number.isFinite(le)) return lower;
      const share = count === below ? 1 : (rank - below) / (count - below);
      return lower + (le - lower) * share;
    }
    lower = le;
    below = count;
  }
  return lower;
}
