/** The end of a sentence's first thought. */
const BREAK = /(?<=[.!?])\s|(?=[:;,] )|(?= for \d)|(?= since )/;

/** The head of a verdict's sentence, to be set in bold, and what follows it, with its own leading space. */
export function splitLead(sentence: string): { readonly lead: string; readonly rest: string } {
  const match = BREAK.exec(sentence);
  if (match === null) return { lead: sentence, rest: '' };
  return { lead: sentence.slice(0, match.index), rest: sentence.slice(match.index) };
}
