/** An error text in the form that causes read: one line, quotes unescaped, what only repeats or cleans up left out. */
export interface PlainText {
  /** The whole text. */
  readonly full: string;
  /** The same with quoted names masked, and so are addresses and image names, so that a name never looks like an error. */
  readonly masked: string;
}

/** CRI-O tries the reference as an image and as an artifact, and prints the same failure twice. */
const ARTIFACT_REPEAT = /; artifact err: .*$/;
/** In "[a, failed to clean up: b]" only a is the cause. */
const CLEAN_UP = /, failed to (?:clean ?up|tear ?down|delete|remove|destroy)\b.*$/;
const QUOTED_NAME = /"[^"\s]{1,400}"/g;
const URL = /\b(?:https?|docker|unix):\/\/[^\s"]+?(?=:?(?:\s|"|$))/g;
/** host[:port]/path[:tag][@digest], not part of a path on disk. */
const IMAGE_REF =
  /(?<![\w/.,-])(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+|localhost)(?:\/[\w.-]+)+(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?/g;

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
  const masked = full.replace(QUOTED_NAME, '"…"').replace(URL, '‹url›').replace(IMAGE_REF, '‹ref›');
  return { full, masked };
}
