import { isDeepStrictEqual } from 'node:util';

/** By what an element of a list is known again; undefined where it is nothing of its own. */
function keyOf(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element;
  const { uid, id, name } = element as { uid?: unknown; id?: unknown; name?: unknown };
  return uid ?? id ?? name;
}

/**
 * The new list with those elements that are equal to a former one as the very same objects, and the old list itself where
 * nothing changed: one pod that moved must not make all others look new.
 */
export function keepElements<T>(before: T & readonly unknown[], now: T & readonly unknown[]): T {
  const known = new Map(before.map((element) => [keyOf(element), element]));
  let isSame = before.length === now.length;
  const kept = now.map((element, index) => {
    // In the usual case the order is the same.
    const beside = before[index];
    const other = keyOf(beside) === keyOf(element) ? beside : known.get(keyOf(element));
    const found = isDeepStrictEqual(other, element) ? other : element;
    isSame &&= found === beside;
    return found;
  });
  return isSame ? before : (kept as unknown as T);
}
