/** An error text in the form that causes read: one line, quotes unescaped, what only repeats or cleans up left out. */
export interface PlainText {
  /** The whole text. */
  readonly full: string;
  /** The same with quoted names masked, and so are addresses and image names, so that a name never looks like an error. */
  readonly masked: string;
}

/** 4,000 characters: errors are read from both ends; the middle of a longer one is a dump. */
const MAX_LENGTH = 4_000;
/** CRI-O tries the reference as an image and as an artifact, and prints the same failure twice. */
const ARTIFACT_REPEAT = /; artifact err: .*$/;
/** In "[a, failed to clean up: b]" only a is the cause. */
const CLEAN_UP = /, failed to (?:clean ?up|tear ?down|delete|remove|destroy)\b.*$/;
const QUOTED_NAME = /"[^"\s]{1,400}"/g;
const URL = /\b(?:https?|docker|unix):\/\/[^\s"]+?(?=:?(?:\s|"|$))/g;
/** host[:port]/path[:tag][@digest], not part of a path on disk. */
const IMAGE_REF =
  /(?<![\w/.,-])(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?|[\w-]+:\d+|localhost)(?:\/[\w.-]+)+(?::[\w.-]+)?(?:@sha256:[0-9a-f]+)?/g;

/** 200: every cause reads the same few texts, one cause after the other. */
const MAX_KNOWN = 200;
const known = new Map<string, PlainText>();

/** Normalises an error text; total. */
export function plainText(text: string): PlainText {
  const ready = known.get(text);
  if (ready !== undefined) return ready;
  if (known.size >= MAX_KNOWN) known.clear();
  const plain = normalize(text);
  known.set(text, plain);
  return plain;
}

function normalize(text: string): PlainText {
  const isLong = text.length > MAX_LENGTH;
  const bounded = isLong ? `${text.slice(0, MAX_LENGTH / 2)} ${text.slice(-MAX_LENGTH / 2)}` : text;
  const full = bounded
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
