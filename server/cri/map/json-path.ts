/** JSON text as a value; null when it is no JSON: a runtime's verbose info is help, not a promise. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The value below a path of keys, undefined where the path breaks off. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((parent, key) => {
    const isParent = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key);
    return isParent ? (parent as Record<string, unknown>)[key] : undefined;
  }, value);
}

/** A string that says something, else null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The strings of a list, or none. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string' && entry !== '')
    : [];
}

/** The keys of an object, or none. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
