/*
 * Foreign text (names, messages, log lines) can carry sequences that move a terminal's cursor, set its title, make a
 * link or turn the reading order round. They are taken out where the text enters.
 */

/** CSI: ESC [ or its one-byte form, parameters, one final byte. Example: colours. */
const CSI = '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]';
/**
 * OSC, DCS, SOS, PM, APC: a string up to its terminator. Without one only the introducer goes, since a text cut in
 * the middle must not lose what follows. 4096: longer ones (images in a terminal) leave their harmless payload. The
 * payload holds no other introducer: so every part of the text is looked at once, however many there are.
 */
const CONTROL_STRING =
  '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])(?:[^\\x07\\x1b\\x90\\x98\\x9c-\\x9f\\n]{0,4096}(?:\\x07|\\x1b\\\\|\\x9c))?';
/** Other escapes: ESC, intermediates, one final byte. Example: ESC c resets the terminal. */
const ESCAPE = '\\x1b[ -/]*[0-~]';
/** Controls but tab and newline (a lone carriage return overwrites a line on a terminal), DEL, and C1. */
const CONTROLS = '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]';
/** Direction marks, embeddings, overrides and isolates. */
const BIDI = '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
/** Signs nobody sees: zero-width space, word joiner, byte order mark, line separators, tag letters. Joiners stay. */
const INVISIBLE = '[\\u200b\\u2028\\u2029\\u2060-\\u2064\\ufeff]|[\\u{e0000}-\\u{e007f}]';

const UNSAFE = new RegExp([CSI, CONTROL_STRING, ESCAPE, CONTROLS, BIDI, INVISIBLE].join('|'), 'gu');
/** Decides fast that there is nothing to do, which is nearly always so. */
const SUSPECT = new RegExp([CONTROLS, BIDI, INVISIBLE].join('|'), 'u');

/** The text without control sequences and without signs that hide or reorder it; newline and tab stay. */
export function stripControl(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSAFE, '') : text;
}

/** The record with keys and values stripped; a key that becomes equal to another one is overwritten by the later. */
export function stripControlInRecord(
  record: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(record);
  return Object.fromEntries(
    entries.map(([key, value]) => [stripControl(key), stripControl(value)]),
  );
}
