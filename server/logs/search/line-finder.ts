import { isAscii } from 'node:buffer';
import { literalOf, toRegExp } from '../line-filter.ts';
import type { LogFilter } from '../log-question.ts';
import type { LogForm } from '../log-root.ts';
import { toChunkPattern } from './chunk-pattern.ts';

const NEWLINE = 0x0a;
/** A string of this size stays in the cache, and a slow pattern says how far it is several times a second. */
const BLOCK_BYTES = 256 * 1024;
/** Where other text than ASCII makes a hit cost a look at every line of the block. */
const WIDE_BLOCK_BYTES = 32 * 1024;
/** More false candidates than this in a megabyte: the text they share is in too many lines. */
const MAX_FALSE_PER_MIB = 1_000;
/** Characters that stand in docker's JSON as they are. */
const PLAIN = /^[\w ./:=,;@#()!*-]+$/;

/** A line by where it lies in the region's memory. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Tests one line, given by where it lies; true when it is one that is looked for. */
export type TakeLine = (span: LineSpan) => boolean;

/**
 * Finds the lines of a filter in a region of whole lines: by a text that they all have (a memory search), else by a
 * pattern over many lines at once, else one by one. Which way pays is learnt while it runs.
 */
export class LineFinder {
  readonly #needle: Buffer | null;
  readonly #pattern: RegExp | null;
  readonly #onBlock: () => void;
  /** The filter's own text is always the best way. */
  readonly #isExact: boolean;
  #falseHits = 0;
  #searchedBytes = 0;

  /** `onBlock` is called between blocks, several times a second. */
  constructor(filter: LogFilter, form: LogForm, onBlock: () => void) {
    const literal = filter.isInverted ? null : literalOf(filter);
    const pattern = filter.isInverted || literal !== null ? null : toRegExp(filter);
    const chunk = pattern === null ? null : toChunkPattern(pattern);
    const text = literal ?? chunk?.literal ?? null;
    const isUsable = text !== null && (form === 'cri' || PLAIN.test(text));
    this.#isExact = literal !== null;
    this.#needle = isUsable ? Buffer.from(text) : null;
    this.#pattern = form === 'cri' ? (chunk?.pattern ?? null) : null;
    this.#onBlock = onBlock;
  }

  /** Hands every candidate between two line starts to `take`, in order. */
  find(region: Buffer, span: LineSpan, take: TakeLine): void {
    if (this.#needle !== null && this.#paysNeedle()) this.#byNeedle(region, span, take);
    else if (this.#pattern === null) this.#each(region, span, take);
    else this.#byPattern(region, span, take);
  }

  #paysNeedle(): boolean {
    if (this.#isExact || this.#pattern === null) return true;
    return (
      this.#falseHits * 1024 * 1024 <= MAX_FALSE_PER_MIB * Math.max(this.#searchedBytes, 256 * 1024)
    );
  }

  #byNeedle(region: Buffer, { start, end }: LineSpan, take: TakeLine): void {
    const needle = this.#needle ?? Buffer.alloc(0);
    const bytes = region.subarray(0, end);
    this.#searchedBytes += end - start;
    for (let at = bytes.indexOf(needle, start); at !== -1; ) {
      const line = lineAround(bytes, at);
      if (!take(line)) this.#falseHits++;
      at = line.end + 1 >= end ? -1 : bytes.indexOf(needle, line.end + 1);
    }
    this.#onBlock();
  }

  #each(region: Buffer, { start, end }: LineSpan, take: TakeLine): void {
    let block = start + BLOCK_BYTES;
    for (let at = start; at < end; ) {
      const newline = region.indexOf(NEWLINE, at);
      const lineEnd = newline === -1 || newline >= end ? end : newline;
      take({ start: at, end: lineEnd });
      at = lineEnd + 1;
      if (at < block) continue;
      block += BLOCK_BYTES;
      this.#onBlock();
    }
  }

  #byPattern(region: Buffer, span: LineSpan, take: TakeLine): void {
    for (const block of blocksOf(region, span, BLOCK_BYTES)) {
      const bytes = region.subarray(block.start, block.end);
      if (isAscii(bytes)) this.#inText(bytes, block.start, take);
      else this.#inWide(region, block, take);
      this.#onBlock();
    }
  }

  /** A byte is a character here, so places in the text are places in memory. */
  #inText(bytes: Buffer, start: number, take: TakeLine): void {
    const text = bytes.toString('latin1');
    const pattern = this.#pattern;
    if (pattern === null) return;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const from = text.lastIndexOf('\n', hit.index - 1) + 1;
      const lineStart = hit.index === 0 ? 0 : from;
      const newline = text.indexOf('\n', hit.index);
      const lineEnd = newline === -1 ? text.length : newline;
      take({ start: start + lineStart, end: start + lineEnd });
      if (lineEnd + 1 >= text.length) return;
      pattern.lastIndex = lineEnd + 1;
    }
  }

  #inWide(region: Buffer, span: LineSpan, take: TakeLine): void {
    for (const block of blocksOf(region, span, WIDE_BLOCK_BYTES)) {
      const text = region.toString('utf8', block.start, block.end);
      if (this.#pattern !== null) this.#pattern.lastIndex = 0;
      if (this.#pattern?.test(text) !== false) this.#each(region, block, take);
    }
  }
}

function lineAround(bytes: Buffer, at: number): LineSpan {
  const start = at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at) + 1;
  const newline = bytes.indexOf(NEWLINE, at);
  return { start, end: newline === -1 ? bytes.length : newline };
}

/** Pieces of about that size that end where lines end. */
function* blocksOf(region: Buffer, { start, end }: LineSpan, size: number): Generator<LineSpan> {
  for (let from = start; from < end; ) {
    const newline = from + size >= end ? -1 : region.indexOf(NEWLINE, from + size);
    const to = newline === -1 || newline >= end ? end : newline + 1;
    yield { start: from, end: to };
    from = to;
  }
}
