import type { LogItem, LogNotice, LogRecord } from '../contract/log-record.ts';
import { logCursor } from '../contract/log-words.ts';
import type { LogBytes, PlacedPart } from './log-bytes.ts';
import type { LogRange } from './log-range.ts';
import { type PlacedLine, readLines, toRecord } from './read-lines.ts';
import { stepBack } from './step-back.ts';

/** Text of one answer: a page of lines of full length would be hundreds of MB. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Lines may be pieces of others: then one step back gives fewer lines than it counted. */
const MAX_STEPS = 16;

/** What the reader of a page sees where one file ends and the next begins. */
function seamNotice(before: PlacedPart, after: PlacedPart): LogNotice {
  const at = new Date(Math.floor(before.part.modifiedAtMs)).toISOString();
  const [old, next] = [before.part, after.part];
  if (old.attempt === next.attempt) {
    return { notice: 'rotated', at, text: `${old.name} ends here, ${next.name} begins` };
  }
  const missing = next.attempt - old.attempt - 1;
  const gap = missing === 0 ? '' : `; of ${missing} between nothing is left`;
  return { notice: 'restarted', at, text: `attempt ${next.attempt} begins${gap}` };
}

/** Lines with the seams between files as rows. */
class SeamWriter {
  #last: PlacedPart | null = null;

  *items(lines: readonly PlacedLine[]): Generator<LogItem, void, void> {
    for (const line of lines) {
      if (this.#last !== null && this.#last !== line.source)
        yield seamNotice(this.#last, line.source);
      this.#last = line.source;
      yield toRecord(line);
    }
  }
}

async function collect(log: LogBytes, from: number, to: number): Promise<PlacedLine[]> {
  const lines: PlacedLine[] = [];
  for await (const found of readLines(log, from, to)) lines.push(...found);
  return lines;
}

async function* readBackward(log: LogBytes, range: LogRange): AsyncGenerator<LogItem> {
  let place = range.to;
  const pages: PlacedLine[][] = [];
  let count = 0;
  for (let steps = 0; steps < MAX_STEPS && count < range.lines && place > range.from; steps++) {
    const maxBytes = MAX_PAGE_BYTES - (range.to - place);
    if (maxBytes <= 0) break;
    const step = await stepBack(log, place, { lines: range.lines - count, maxBytes });
    const from = Math.max(step.place, range.from);
    const page = await collect(log, from, place);
    pages.unshift(page);
    count += page.length;
    place = from;
  }
  const lines = pages.flat();
  yield* new SeamWriter().items(lines);
  const [first] = lines;
  const hasMore = place > range.from && first !== undefined;
  yield {
    end: {
      reason: hasMore ? 'limit' : 'complete',
      detail: null,
      nextCursor: hasMore ? logCursor.before(toRecord(first).offset) : null,
      readBytes: log.readBytes,
      direction: 'backward',
    },
  };
}

/** Lines up to a page, and whether there is one more. */
function takeLines(
  found: readonly PlacedLine[],
  wish: { readonly lines: number; readonly before: number },
): { readonly taken: readonly PlacedLine[]; readonly hasMore: boolean } {
  const inBytes = found.findIndex((line) => line.offset >= wish.before);
  const count = Math.min(wish.lines, inBytes === -1 ? found.length : inBytes);
  return { taken: found.slice(0, count), hasMore: count < found.length };
}

async function* readForward(log: LogBytes, range: LogRange): AsyncGenerator<LogItem> {
  const seams = new SeamWriter();
  const before = range.from + MAX_PAGE_BYTES;
  let count = 0;
  let last: LogRecord | null = null;
  let hasMore = false;
  for await (const found of readLines(log, range.from, range.to)) {
    const page = takeLines(found, { lines: range.lines - count, before });
    yield* seams.items(page.taken);
    count += page.taken.length;
    const end = page.taken.at(-1);
    if (end !== undefined) last = toRecord(end);
    hasMore = page.hasMore;
    if (hasMore) break;
  }
  yield {
    end: {
      reason: hasMore ? 'limit' : 'complete',
      detail: null,
      nextCursor: last === null ? null : logCursor.after(last.offset),
      readBytes: log.readBytes,
      direction: 'forward',
    },
  };
}

/** One page of a log without a filter: lines in the order of time, seams between files as rows, and the end. */
export function readPage(log: LogBytes, range: LogRange): AsyncGenerator<LogItem> {
  return range.direction === 'backward' ? readBackward(log, range) : readForward(log, range);
}
