/** Readings at once: more only queue in the thread pool. */
const CONCURRENCY = 8;

/** The results of `work` for each item, in their order, a few at a time. */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(from, from + CONCURRENCY).map(work))));
  }
  return results;
}
