/** Where an item stands in the body, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const ITEMS_KEY = Buffer.from('"items"');

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Index after the string that opens at `at`; the body's length when it never closes. */
function afterString(body: Buffer, at: number): number {
  let index = at + 1;
  while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1;
  return index + 1;
}

function skip(body: Buffer, at: number, isSkipped: (code: number | undefined) => boolean): number {
  let index = at;
  while (index < body.length && isSkipped(body[index])) index++;
  return index;
}

/** Index after the object or list that opens at `at`; -1 when it never closes. */
function afterNested(body: Buffer, at: number): number {
  let depth = 0;
  let index = at;
  while (index < body.length) {
    const code = body[index];
    if (code === QUOTE) {
      index = afterString(body, index);
      continue;
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    index++;
    if (depth === 0) return index;
  }
  return -1;
}

function afterValue(body: Buffer, at: number): number {
  const code = body[at];
  if (code === QUOTE) return afterString(body, at);
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return afterNested(body, at);
  return skip(body, at, (next) => next !== COMMA && next !== CLOSE_BRACE);
}

/** Index of the value of a key of the outermost object, or -1. */
function startOfValue(body: Buffer, key: Buffer): number {
  let at = skip(body, 0, isSpace);
  if (body[at] !== OPEN_BRACE) return -1;
  at++;
  while (at !== -1) {
    at = skip(body, at, (code) => isSpace(code) || code === COMMA);
    if (body[at] !== QUOTE) return -1;
    const keyEnd = afterString(body, at);
    const isWanted = body.subarray(at, keyEnd).equals(key);
    at = skip(body, keyEnd, (code) => isSpace(code) || code === COLON);
    if (isWanted) return at;
    at = afterValue(body, at);
  }
  return -1;
}

/** The bytes of the object or list under a key of the outermost object; null where there is none. */
export function valueOfKey(body: Buffer, key: Buffer): Buffer | null {
  const start = startOfValue(body, key);
  if (start === -1 || (body[start] !== OPEN_BRACE && body[start] !== OPEN_BRACKET)) return null;
  const end = afterNested(body, start);
  return end === -1 ? null : body.subarray(start, end);
}

/**
 * Finds the objects in the `items` of a JSON list without parsing them, so that only those that changed need to be. Null
 * when the body has another form; it may still be JSON.
 */
export function splitItems(body: Buffer): Span[] | null {
  let at = startOfValue(body, ITEMS_KEY);
  if (at === -1 || body[at] !== OPEN_BRACKET) return null;
  at++;
  const spans: Span[] = [];
  for (;;) {
    at = skip(body, at, (code) => isSpace(code) || code === COMMA);
    if (body[at] === CLOSE_BRACKET) return spans;
    const end = body[at] === OPEN_BRACE ? afterNested(body, at) : -1;
    if (end === -1) return null;
    spans.push({ start: at, end });
    at = end;
  }
}
