import type { LogItem, LogProgress } from '../../contract/log-record.ts';
import { logCursor } from '../../contract/log-words.ts';
import { parseLogLine } from '../log-line.ts';
import { recordOf } from '../read-lines.ts';
import { RegionReader } from './read-regions.ts';
import { type FoundLine, type Region, RegionScanner } from './scan-region.ts';
import type { SearchJob, SearchPart } from './search-job.ts';

/** Often enough to see it move, seldom enough to cost nothing. */
const PROGRESS_MS = 200;
/** Room for one line's time. */
const HEAD_BYTES = 64 * 1024;

/** Takes items of the answer, many at a time; resolves when more may come. */
export type Tell = (items: readonly LogItem[]) => Promise<void>;

class Search {
  readonly #job: SearchJob;
  readonly #tell: Tell;
  readonly #tellNow: (progress: LogProgress) => void;
  readonly #reader = new RegionReader();
  readonly #scanner: RegionScanner;
  /** Backward in the order of time: told when all are found. */
  readonly #kept: FoundLine[] = [];
  #matches = 0;
  #last: FoundLine | null = null;
  #reached: string | null = null;
  #toldAtMs = performance.now();

  constructor(job: SearchJob, tell: Tell, tellNow: (progress: LogProgress) => void) {
    this.#job = job;
    this.#tell = tell;
    this.#tellNow = tellNow;
    this.#scanner = new RegionScanner(job.filter, () => this.#progress());
  }

  async run(): Promise<void> {
    const { parts, direction, from, to } = this.#job;
    // A sign of life before the first line is tested.
    const none = { readBytes: 0, totalBytes: to - from, matches: 0, reached: null };
    this.#tellNow({ progress: none });
    const ordered = direction === 'forward' ? parts : [...parts].reverse();
    for (const part of ordered) {
      if (this.#isFull()) break;
      if (part.base + part.sizeBytes <= this.#job.from || part.base >= this.#job.to) continue;
      await this.#part(part);
    }
    await this.#tell([...this.#kept.reverse().map(toItem), this.#end()]);
  }

  #isFull(): boolean {
    return this.#matches >= this.#job.lines;
  }

  async #part(part: SearchPart): Promise<void> {
    const { direction } = this.#job;
    const from = Math.max(this.#job.from, part.base);
    const to = Math.min(this.#job.to, part.base + part.sizeBytes);
    if (part.isPacked) await this.#packed(part);
    else if (direction === 'forward') {
      for (let at = from; at < to && !this.#isFull(); ) {
        const region = this.#reader.forward(part, at, to);
        at = region.to;
        await this.#take(this.#scan(region));
      }
    } else {
      for (let at = to; at > from && !this.#isFull(); ) {
        const region = this.#reader.backward(part, at, from);
        at = region.from;
        await this.#take([...this.#scan(region)].reverse());
      }
    }
  }

  #scan(region: Region): readonly FoundLine[] {
    this.#reach(region);
    const scanned = this.#scanner.scan(region);
    const isAll = region.place + region.bytes.length >= region.part.base + region.part.sizeBytes;
    if (!scanned.isOpen || isAll || region.part.isPacked) return scanned.lines;
    return this.#scanner.scan(this.#reader.wider(region)).lines;
  }

  /** A packed part can be read in one direction only: backward the last matches of it are kept. */
  async #packed(part: SearchPart): Promise<void> {
    const isForward = this.#job.direction === 'forward';
    const left = this.#job.lines - this.#matches;
    let last: FoundLine[] = [];
    for await (const region of this.#reader.packed(part, this.#job)) {
      const lines = this.#scan(region);
      if (isForward) await this.#take(lines);
      else last = [...last, ...lines].slice(-left);
      if (isForward && this.#isFull()) return;
    }
    await this.#take(last.reverse());
  }

  async #take(lines: readonly FoundLine[]): Promise<void> {
    const { direction, order } = this.#job;
    const wanted = lines.slice(0, this.#job.lines - this.#matches);
    this.#matches += wanted.length;
    this.#last = wanted.at(-1) ?? this.#last;
    if (direction === 'backward' && order === 'time') this.#kept.push(...wanted);
    else if (wanted.length > 0) await this.#tell(wanted.map(toItem));
  }

  #reach({ bytes, part }: Region): void {
    const head = bytes.subarray(0, HEAD_BYTES);
    const newline = head.indexOf(0x0a);
    const line = parseLogLine(newline === -1 ? head : head.subarray(0, newline), part.form);
    this.#reached = line?.time ?? this.#reached;
  }

  #progress(): void {
    const nowMs = performance.now();
    if (nowMs - this.#toldAtMs < PROGRESS_MS) return;
    this.#toldAtMs = nowMs;
    const { from, to } = this.#job;
    const readBytes = Math.min(this.#reader.readBytes, to - from);
    const progress = { readBytes, totalBytes: to - from, matches: this.#matches };
    this.#tellNow({ progress: { ...progress, reached: this.#reached } });
  }

  #end(): LogItem {
    const { direction } = this.#job;
    const last = this.#last === null ? null : toItem(this.#last);
    const isFull = this.#isFull();
    const cursor = direction === 'backward' ? logCursor.before : logCursor.after;
    const hasNext = last !== null && (isFull || direction === 'forward');
    return {
      end: {
        reason: isFull ? 'limit' : 'complete',
        detail: null,
        nextCursor: hasNext ? cursor(last.offset) : null,
        readBytes: this.#reader.readBytes,
        direction,
      },
    };
  }
}

function toItem(line: FoundLine) {
  return recordOf(line, line.source, line.offset - line.source.base);
}

/** Does one search: tells matches as they are found, how far it is, and the end. */
export function runSearch(
  job: SearchJob,
  tell: Tell,
  tellNow: (progress: LogProgress) => void,
): Promise<void> {
  return new Search(job, tell, tellNow).run();
}
