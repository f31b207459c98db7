/** Deeper than anything a pod's view or the node's facts hold; what goes on below counts as different. */
const MAX_DEPTH = 8;

/**
 * Whether two values of facts say the same. Parts that are the same objects cost nothing, so it is cheap where most did not
 * change. What it cannot compare counts as different: that only costs a judgement.
 */
export function isSame(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(a)) return Array.isArray(b) && areSameLists(a, b, depth);
  if (a instanceof Set) return b instanceof Set && areSameSets(a, b);
  if (a instanceof Map) return b instanceof Map && areSameMaps(a, b, depth);
  const prototype: unknown = Object.getPrototypeOf(a);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return prototype === Object.getPrototypeOf(b) && areSameRecords(a, b, depth);
}

function areSameLists(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (!isSame(a[at], b[at], depth + 1)) return false;
  return true;
}

function areSameSets(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const item of a) if (!b.has(item)) return false;
  return true;
}

/** The order counts too: some lists are made of maps. */
function areSameMaps(
  a: ReadonlyMap<unknown, unknown>,
  b: ReadonlyMap<unknown, unknown>,
  depth: number,
): boolean {
  if (a.size !== b.size) return false;
  const others = b.entries();
  for (const [key, value] of a) {
    const [otherKey, other] = others.next().value ?? [];
    if (key !== otherKey || !isSame(value, other, depth + 1)) return false;
  }
  return true;
}

function areSameRecords(a: object, b: object, depth: number): boolean {
  const others = Object.entries(b);
  const entries = Object.entries(a);
  if (entries.length !== others.length) return false;
  for (let at = 0; at < entries.length; at += 1) {
    const [key, value] = entries[at] ?? [];
    const [otherKey, other] = others[at] ?? [];
    if (key !== otherKey || !isSame(value, other, depth + 1)) return false;
  }
  return true;
}
