/** Go's %q, which both logs quote with: as JSON, but for control characters. */
export function goQuote(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-9a-f]{2})/g, (_, hex: string) => {
    if (hex === '07') return '\\a';
    if (hex === '0b') return '\\v';
    return `\\x${hex}`;
  });
}
