/** Runs `work` for each item, at most `limit` at a time, and resolves when all have ended. `work` must not reject. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
