import { levelMarks } from '../../contract/log-level.ts';
import { type FilteredLine, literalOf, toLineTest, toRegExp } from '../line-filter.ts';
import type { LogFilter } from '../log-question.ts';
import type { LogForm } from '../log-root.ts';
import { toChunkPattern } from './chunk-pattern.ts';
import { type TextBlock, toTextBlock } from './text-block.ts';

const NEWLINE = 0x0a;
/**
 * 48 KiB: as a string of two bytes a character it is still small enough for the part of the heap where making and
 * forgetting one costs nothing. Measured: three times faster than 256 KiB.
 */
const BLOCK_BYTES = 48 * 1024;
/** A pattern that takes long for each line says how far it is before the block is done. */
const LINES_BETWEEN = 256;
/** More false candidates than this in a megabyte: the text they share is in too many lines, each read by itself. */
const MAX_FALSE_PER_MIB = 100;
/** Of a pattern over many lines a false one costs less, and the other way is a look at every line. */
const MAX_FALSE_OF_PATTERN = 2_000;
/** Nothing is learnt from less. */
const LEARN_BYTES = 256 * 1024;
/** Longer lines are cut before they are tested. */
const MAX_LINE_CHARS = 64 * 1024;
/** Half a character, or what a decoder puts in the place of one: it stands for other bytes than its own. */
const UNSURE = /[\ud800-\udfff\ufffd]/;
/** Characters that stand in docker's JSON as they are. */
const PLAIN = /^[\w ./:=,;@#()!*-]+$/;

/** A line by where it lies in the region's memory. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Tests one line, given by where it lies; true when it is one that is looked for. */
export type TakeLine = (span: LineSpan) => boolean;

/** Whether a way to candidates is worth its false ones; learnt while it is gone. */
class Worth {
  readonly #maxPerMib: number;
  bytes = 0;
  falseHits = 0;

  constructor(maxPerMib: number) {
    this.#maxPerMib = maxPerMib;
  }

  get pays(): boolean {
    return this.falseHits * 1024 * 1024 <= this.#maxPerMib * Math.max(this.bytes, LEARN_BYTES);
  }
}

/**
 * Finds the lines of a filter in a region of whole lines: by a text that they all have (a memory search), else by a
 * pattern over many lines at once, else by a look at each line's text. Which way pays is learnt while it runs. What is
 * handed on passes the filter as far as can be said without reading the line itself.
 */
export class LineFinder {
  readonly #needle: Buffer | null;
  readonly #pattern: RegExp | null;
  readonly #form: LogForm;
  readonly #test: (line: FilteredLine) => boolean;
  readonly #onBlock: () => void;
  readonly #ofNeedle = new Worth(MAX_FALSE_PER_MIB);
  readonly #ofPattern = new Worth(MAX_FALSE_OF_PATTERN);

  /** `onBlock` is called between blocks, several times a second. */
  constructor(filter: LogFilter, form: LogForm, onBlock: () => void) {
    const literal = filter.isInverted ? null : literalOf(filter);
    const pattern = filter.isInverted || literal !== null ? null : toRegExp(filter);
    const chunk = pattern === null ? null : toChunkPattern(pattern);
    const text = literal ?? chunk?.literal ?? null;
    const isUsable = text !== null && !UNSURE.test(text) && (form === 'cri' || PLAIN.test(text));
    this.#needle = isUsable ? Buffer.from(text) : null;
    this.#pattern = chunk?.pattern ?? toLevelPattern(filter.levels);
    this.#form = form;
    this.#test = toLineTest(filter);
    this.#onBlock = onBlock;
  }

  /** Hands every candidate between two line starts to `take`, in order. */
  find(region: Buffer, span: LineSpan, take: TakeLine): void {
    if (this.#needle !== null && (this.#ofNeedle.pays || this.#form !== 'cri')) {
      this.#byNeedle(region, span, this.#needle, take);
    } else if (this.#form === 'cri') this.#byText(region, span, take);
    else this.#each(region, span, take);
  }

  #byNeedle(region: Buffer, { start, end }: LineSpan, needle: Buffer, take: TakeLine): void {
    const bytes = region.subarray(0, end);
    this.#ofNeedle.bytes += end - start;
    for (let at = bytes.indexOf(needle, start); at !== -1; ) {
      const line = lineAround(bytes, at);
      if (!take(line)) this.#ofNeedle.falseHits++;
      at = line.end + 1 >= end ? -1 : bytes.indexOf(needle, line.end + 1);
    }
    this.#onBlock();
  }

  #each(region: Buffer, { start, end }: LineSpan, take: TakeLine): void {
    for (let at = start, count = 0; at < end; ) {
      const newline = region.indexOf(NEWLINE, at);
      const lineEnd = newline === -1 || newline >= end ? end : newline;
      take({ start: at, end: lineEnd });
      at = lineEnd + 1;
      count = (count + 1) % LINES_BETWEEN;
      if (count === 0) this.#onBlock();
    }
  }

  #byText(region: Buffer, span: LineSpan, take: TakeLine): void {
    for (const block of blocksOf(region, span)) {
      const lines = toTextBlock(region, block.start, block.end);
      if (lines === null) this.#each(region, block, take);
      else this.#inText(lines, take);
      this.#onBlock();
    }
  }

  #inText(block: TextBlock, take: TakeLine): void {
    const { text } = block;
    const pattern = this.#ofPattern.pays ? this.#pattern : null;
    if (pattern === null) {
      this.#eachText(block, take);
      return;
    }
    this.#ofPattern.bytes += text.length;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const start = hit.index === 0 ? 0 : text.lastIndexOf('\n', hit.index - 1) + 1;
      const newline = text.indexOf('\n', hit.index);
      const end = newline === -1 ? text.length : newline;
      if (!this.#look(block, start, end, take)) this.#ofPattern.falseHits++;
      if (end + 1 >= text.length) return;
      pattern.lastIndex = end + 1;
    }
  }

  #eachText(block: TextBlock, take: TakeLine): void {
    const { text } = block;
    for (let at = 0, count = 0; at < text.length; ) {
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      this.#look(block, at, end, take);
      at = end + 1;
      count = (count + 1) % LINES_BETWEEN;
      if (count === 0) this.#onBlock();
    }
  }

  #look(block: TextBlock, start: number, end: number, take: TakeLine): boolean {
    const head = end - start > MAX_LINE_CHARS ? null : block.head(start);
    if (head !== null) {
      const text = block.text.slice(head.textAt, end);
      if (!this.#test({ stream: head.stream, text })) return false;
    }
    const startByte = block.byteAt(start);
    return take({ start: startByte, end: block.byteAt(end) });
  }
}

/** Marks of levels stand within a line. */
function toLevelPattern(levels: LogFilter['levels']): RegExp | null {
  return levels === null ? null : new RegExp(levelMarks(levels), 'gim');
}

function lineAround(bytes: Buffer, at: number): LineSpan {
  const start = at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at) + 1;
  const newline = bytes.indexOf(NEWLINE, at);
  return { start, end: newline === -1 ? bytes.length : newline };
}

/** Pieces that end where lines end. */
function* blocksOf(region: Buffer, { start, end }: LineSpan): Generator<LineSpan> {
  for (let from = start; from < end; ) {
    const newline = from + BLOCK_BYTES >= end ? -1 : region.indexOf(NEWLINE, from + BLOCK_BYTES);
    const to = newline === -1 || newline >= end ? end : newline + 1;
    yield { start: from, end: to };
    from = to;
  }
}
