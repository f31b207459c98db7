/** A command line as a person types it, as arguments: quotes hold words together, no shell looks at it. */
export function splitCommand(line: string): readonly string[] {
  const words = line.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g);
  return [...words].map(([word]) => unquote(word));
}

function unquote(word: string): string {
  return word.replaceAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) => {
    if (typeof double === 'string') return double.replaceAll(/\\(["\\$`])/g, '$1');
    return typeof single === 'string' ? single : String(escaped);
  });
}

/** Letters that need no quotes. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Arguments as the line that splitCommand takes apart again. */
export function joinCommand(words: readonly string[]): string {
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (PLAIN.test(word)) return word;
  if (!word.includes("'")) return `'${word}'`;
  return `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`;
}
