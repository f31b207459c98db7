/** An error text in the form that causes read: one line, quotes unescaped, what only repeats or cleans up left out. */
export interface PlainText {
  /** The whole text. */
  readonly full: string;
  /** The same with quoted names masked, so that a name never looks like an error. */
  readonly masked: string;
}

/** CRI-O tries the reference as an image and as an artifact, and prints the same failure twice. */
const ARTIFACT_REPEAT = /; artifact err: .*$/;
/** In "[a, failed to clean up: b]" only a is the cause. */
const CLEAN_UP = /, failed to (?:clean ?up|tear ?down|delete|remove|destroy)\b.*$/;
const QUOTED_NAME = /"[^"\s]{1,400}"/g;

/** Normalises an error text; total. */
export function plainText(text: string): PlainText {
  const full = text
    .replace(/\\+n/g, ' ')
    .replace(/\\+t/g, ' ')
    .replace(/\\+"/g, '"')
    .replace(/\s+/g, ' ')
    .replace(ARTIFACT_REPEAT, '')
    .replace(CLEAN_UP, '')
    .trim();
  return { full, masked: full.replace(QUOTED_NAME, '"…"') };
}
