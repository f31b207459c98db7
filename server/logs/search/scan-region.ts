import { toLineTest } from '../line-filter.ts';
import { parseLogLine } from '../log-line.ts';
import type { LogFilter } from '../log-question.ts';
import type { LogForm } from '../log-root.ts';
import { type JoinedLine, toUnformed, toWhole } from '../piece-joiner.ts';
import { LineFinder } from './line-finder.ts';
import { findStretches, type Stretch } from './piece-stretches.ts';
import type { SearchPart } from './search-job.ts';

export type FoundLine = JoinedLine<SearchPart>;

/** Bytes of one part; lines that begin in [from, to) are wanted, what lies around them is there to join pieces. */
export interface Region {
  readonly bytes: Buffer;
  /** Where the first byte stands in the log as a whole. A line begins there. */
  readonly place: number;
  readonly from: number;
  readonly to: number;
  readonly part: SearchPart;
}

export interface Scanned {
  /** In order. */
  readonly lines: readonly FoundLine[];
  /** A wanted line goes on behind the region. */
  readonly isOpen: boolean;
}

/** Looks for the lines of one filter in one region after the other. */
export class RegionScanner {
  readonly #filter: LogFilter;
  readonly #test: (line: FoundLine) => boolean;
  readonly #onBlock: () => void;
  readonly #finders = new Map<LogForm, LineFinder>();

  constructor(filter: LogFilter, onBlock: () => void) {
    this.#filter = filter;
    this.#test = toLineTest(filter);
    this.#onBlock = onBlock;
  }

  scan(region: Region): Scanned {
    const { place, from, to, part } = region;
    const found: FoundLine[] = [];
    const stretches = findStretches(region.bytes, place, part);
    let at = from - place;
    for (const stretch of stretches) {
      this.#between(region, { start: at, end: Math.min(stretch.start, to - place) }, found);
      this.#joined(region, stretch, found);
      at = Math.max(at, stretch.end);
    }
    this.#between(region, { start: at, end: to - place }, found);
    const last = stretches.at(-1);
    const isOpen = last?.isOpen === true && place + last.start < to;
    return { lines: found, isOpen };
  }

  #joined({ from, to }: Region, stretch: Stretch, found: FoundLine[]): void {
    for (const line of stretch.lines) {
      if (line.offset >= from && line.offset < to && this.#test(line)) found.push(line);
    }
  }

  #between(
    { bytes, place, part }: Region,
    span: { readonly start: number; readonly end: number },
    found: FoundLine[],
  ): void {
    if (span.start >= span.end) return;
    this.#finder(part.form).find(bytes, span, ({ start, end }) => {
      const line = toLine(bytes.subarray(start, end), place + start, part);
      if (line === null || !this.#test(line)) return false;
      found.push(line);
      return true;
    });
  }

  #finder(form: LogForm): LineFinder {
    const known = this.#finders.get(form);
    if (known !== undefined) return known;
    const finder = new LineFinder(this.#filter, form, this.#onBlock);
    this.#finders.set(form, finder);
    return finder;
  }
}

/** One line by itself; null for an empty one. */
function toLine(bytes: Buffer, offset: number, part: SearchPart): FoundLine | null {
  if (bytes.length === 0) return null;
  const raw = { offset, endOffset: offset + bytes.length + 1, bytes, isCut: false, isEnded: true };
  const line = parseLogLine(bytes, part.form);
  return { ...(line === null ? toUnformed(raw) : toWhole(raw, line)), source: part };
}
