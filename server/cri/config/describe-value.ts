/** True for an object as JSON has it. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What kind of thing is there, never what it says: it may be a secret. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isPlainObject(value)) return 'an object';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty text' : 'a text';
    case 'number':
    case 'bigint':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'something that JSON does not have';
  }
}
