import { isAscii, isUtf8 } from 'node:buffer';
import { LOG_TIME } from '../log-time.ts';

/** The head of a whole line in the runtime's form, up to its text. */
const HEAD = new RegExp(`${LOG_TIME} std(?:out|err) F `, 'y');
/** As parseLogLine has it: a time is no longer. */
const MAX_HEAD_CHARS = 40 + ' stdout F '.length;
/** " stdout F " read from its end: its "o", where stderr has an "e". */
const STREAM_BACK = 6;
const LETTER_E = 0x65;

/** Where a line's text begins in a block, and of which stream it is. */
export interface LineHead {
  readonly textAt: number;
  readonly stream: 'stdout' | 'stderr';
}

/**
 * Whole lines as one string. Taking a line out of it costs a tenth of decoding the line by itself: that is what makes
 * looking at every line fast.
 */
export class TextBlock {
  readonly text: string;
  readonly #isWide: boolean;
  #atChar = 0;
  #atByte: number;

  constructor(text: string, start: number, isWide: boolean) {
    this.text = text;
    this.#atByte = start;
    this.#isWide = isWide;
  }

  /** Where a character lies in the region's memory. Asked in order: what lies before is not counted again. */
  byteAt(char: number): number {
    const between = this.#isWide
      ? Buffer.byteLength(this.text.slice(this.#atChar, char))
      : char - this.#atChar;
    this.#atChar = char;
    this.#atByte += between;
    return this.#atByte;
  }

  /** The head of a line that is whole and in the runtime's form; null where it takes a closer look. */
  head(lineStart: number): LineHead | null {
    HEAD.lastIndex = lineStart;
    if (!HEAD.test(this.text)) return null;
    const textAt = HEAD.lastIndex;
    if (textAt - lineStart > MAX_HEAD_CHARS) return null;
    const isError = this.text.charCodeAt(textAt - STREAM_BACK) === LETTER_E;
    return { textAt, stream: isError ? 'stderr' : 'stdout' };
  }
}

/** The lines between two places of a region as text; null where they are no valid UTF-8, and places would not agree. */
export function toTextBlock(region: Buffer, start: number, end: number): TextBlock | null {
  const bytes = region.subarray(start, end);
  // A byte is a character here, and latin1 is the fastest way to say so.
  if (isAscii(bytes)) return new TextBlock(bytes.toString('latin1'), start, false);
  return isUtf8(bytes) ? new TextBlock(bytes.toString('utf8'), start, true) : null;
}
