/** One word of a POSIX shell, whatever it holds: names from a node are foreign text, and people paste commands. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
