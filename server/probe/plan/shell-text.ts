import type { JsonValue } from '../../contract/cri-config.ts';

/** One line of a comment: nothing of the text can end it. */
export function commentText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/**
 * Indented JSON. Whole numbers that JSON of JavaScript holds as texts are written as numbers where `isLong` says so:
 * crictl takes no texts there.
 */
export function jsonText(
  value: JsonValue,
  isLong: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): string {
  const indent = '  '.repeat(path.length);
  if (typeof value === 'string' && /^-?\d+$/.test(value) && isLong(path)) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries: readonly string[] = Array.isArray(value)
    ? value.map((item: JsonValue, index) => jsonText(item, isLong, [...path, String(index)]))
    : Object.entries(value).map(
        ([name, item]: readonly [string, JsonValue]) =>
          `${JSON.stringify(name)}: ${jsonText(item, isLong, [...path, name])}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${indent}  ${entry}`).join(',\n')}\n${indent}${close}`;
}
