import type { LogLine } from '../contract/journal.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import type { Section } from '../contract/section.ts';
import type { FeedLine } from './feed.ts';
import { LineKeeper } from './kept-lines.ts';
import { KernelLogReader } from './kernel-log.ts';
import { type FollowerOptions, LogFollower, sectionOf } from './log-follower.ts';
import { KERNEL_LOG_PLACES } from './log-places.ts';
import { kernelLogSource } from './log-sources.ts';

/** Some days of a node in trouble; a storm of kills keeps its newest. */
const MAX_LINES = 1_000;
const MAX_LINE_CHARS = 300_000;

type Options = Omit<FollowerOptions, 'places' | 'onStart' | 'onLine'>;

/** Follows the kernel's log and keeps the lines that matter to pods. */
export class KernelLog {
  readonly #nowMs: () => number;
  readonly #follower: LogFollower;
  #reader: KernelLogReader;
  #lines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);

  constructor(options: Options) {
    this.#nowMs = options.nowMs;
    this.#reader = this.#newReader();
    this.#follower = new LogFollower({
      ...options,
      places: () => KERNEL_LOG_PLACES,
      onStart: () => {
        this.#reader = this.#newReader();
        this.#lines = new LineKeeper(MAX_LINES, MAX_LINE_CHARS);
      },
      onLine: (line) => this.#take(line),
    });
  }

  section(): Section<readonly LogLine[]> {
    return sectionOf(this.#follower, this.#nowMs(), () => this.#lines.list());
  }

  source(): SourceStatus {
    return kernelLogSource(this.#follower.state());
  }

  /** Resolves when following has ended, after the signal. */
  ended(): Promise<void> {
    return this.#follower.ended();
  }

  #newReader(): KernelLogReader {
    return new KernelLogReader({
      utcOffsetMinutes: -new Date(this.#nowMs()).getTimezoneOffset(),
    });
  }

  #take(line: FeedLine): void {
    const entry = this.#reader.push(line, line.writtenAtMs ?? this.#nowMs());
    if (entry !== null) this.#lines.add(entry);
  }
}
