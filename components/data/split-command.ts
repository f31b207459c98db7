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
