import type { LogNotice, LogRecord } from '../contract/log-record.ts';
import { cutNotices, notice, seamNotices } from './follow-notices.ts';
import { FollowPause } from './follow-pause.ts';
import type { HeldPart } from './held-part.ts';
import { LineCutter, type RawLine } from './line-cutter.ts';
import type { LogPart } from './open-log.ts';
import type { PartTracker } from './part-tracker.ts';
import { type JoinedLine, PieceJoiner } from './piece-joiner.ts';
import { recordOf } from './read-lines.ts';

/** The next file is there, but the runtime may still write the last lines of a stream to this one. */
const SETTLE_MS = 250;
/** How long a file that was left is still looked at for late lines. */
const LATE_MS = 5_000;
/** A line without its end (a prompt) is shown as it is after this. */
const PIECE_WAIT_MS = 300;
/** Between a file's removal and the next one's beginning: rotation takes less. */
const REMOVED_MS = 2_000;

export type FollowItem = LogRecord | LogNotice;
/** Chooses which lines are given. */
export type ChooseLines = (lines: readonly JoinedLine<LogPart>[]) => readonly JoinedLine<LogPart>[];

interface Reading {
  readonly held: HeldPart;
  readonly cutter: LineCutter;
  /** When it was left; infinity while it is in hand. */
  leftAtMs: number;
}

/** Reads the parts that a tracker finds, one after the other, to their very ends. */
export class LogFollower {
  readonly #tracker: PartTracker;
  readonly #choose: ChooseLines;
  readonly #pause = new FollowPause();
  readonly #joiner = new PieceJoiner<LogPart>();
  #current: Reading | null = null;
  #late: Reading[] = [];
  #hasRead = false;
  #isWaitingTold = false;
  #isRemovalTold = false;

  constructor(tracker: PartTracker, choose: ChooseLines) {
    this.#tracker = tracker;
    this.#choose = choose;
  }

  /** Until the signal, or until the folder of the pod is gone and everything in it was read. */
  async *items(signal: AbortSignal): AsyncGenerator<FollowItem, void, void> {
    while (!signal.aborted && !this.#isOver()) {
      const held = this.#tracker.queue[0];
      if (held === undefined) {
        await this.#tracker.look();
        yield* this.#waiting();
      } else {
        yield* await this.#step(held);
      }
      if (this.#tracker.queue[0] !== held || this.#hasRead) continue;
      await this.#pause.wait(this.#tracker.folderPath, signal);
    }
  }

  *#waiting(): Generator<FollowItem, void, void> {
    if (this.#isWaitingTold || this.#tracker.queue.length > 0) return;
    this.#isWaitingTold = true;
    yield notice('waiting', 'there is no log yet; it begins here when the container does');
  }

  async #step(held: HeldPart): Promise<FollowItem[]> {
    const reading = this.#reading(held);
    const step = await held.readOn();
    this.#hasRead = step.kind !== 'end';
    if (step.kind === 'end') return this.#atEnd(reading);
    if (step.kind === 'cut') return this.#cut(reading, step.sizeBytes);
    this.#pause.touch();
    this.#isRemovalTold = false;
    return this.#lines(reading, reading.cutter.push(step.bytes));
  }

  async close(): Promise<void> {
    this.#pause.close();
    await Promise.all(this.#late.map(({ held }) => held.close()));
  }

  #reading(held: HeldPart): Reading {
    if (this.#current?.held !== held) {
      this.#current = {
        held,
        cutter: new LineCutter(held.offset),
        leftAtMs: Number.POSITIVE_INFINITY,
      };
    }
    return this.#current;
  }

  #lines({ held }: Reading, raws: Iterable<RawLine>): FollowItem[] {
    const whole: JoinedLine<LogPart>[] = [];
    for (const raw of raws) whole.push(...this.#joiner.push(raw, held.part));
    return this.#records(whole);
  }

  #records(lines: readonly JoinedLine<LogPart>[]): FollowItem[] {
    return this.#choose(lines).map((line) => recordOf(line, line.source, line.offset));
  }

  /** The file was made shorter: what was read before is told; a copy of the rest is read first, where there is one. */
  async #cut(reading: Reading, sizeBytes: number): Promise<FollowItem[]> {
    const { held } = reading;
    const readBytes = held.offset;
    const hasCopy = await this.#tracker.readCopyFirst(held);
    const rows: FollowItem[] = [];
    const copy = this.#tracker.queue[0];
    if (hasCopy && copy !== undefined) {
      // The copy goes on in mid-line where the file was left in one.
      this.#current = { ...reading, held: copy };
    } else {
      rows.push(
        ...this.#lines(reading, reading.cutter.flush()),
        ...this.#records(this.#joiner.flush()),
      );
      this.#current = null;
    }
    this.#pause.touch();
    return [...rows, ...cutNotices(held.part, { sizeBytes, readBytes, hasCopy })];
  }

  /** Everything that is there was read. */
  async #atEnd(reading: Reading): Promise<FollowItem[]> {
    const { held } = reading;
    const rows: FollowItem[] = [];
    if (this.#joiner.openOffset !== null && this.#pause.quietMs > PIECE_WAIT_MS) {
      rows.push(...this.#records(this.#joiner.flush()));
    }
    rows.push(...(await this.#readLate()));
    await this.#tracker.look();
    const next = this.#tracker.queue[1];
    if (this.#tracker.queue[0] === held && next !== undefined && (await this.#isSettled(held))) {
      return [...rows, ...(await this.#goOn(reading, next))];
    }
    if (next === undefined) rows.push(...(await this.#removal(held)));
    return rows;
  }

  /** Nothing more comes to a file that was left by its writer. */
  async #isSettled(held: HeldPart): Promise<boolean> {
    return held.part.isPacked || this.#pause.quietMs > SETTLE_MS || (await held.isOld());
  }

  async #goOn(reading: Reading, next: HeldPart): Promise<FollowItem[]> {
    const { held } = reading;
    // Once more: it may have been written between the last read and the judgement that it is settled.
    const last = await held.readOn();
    if (last.kind === 'bytes') {
      this.#pause.touch();
      return this.#lines(reading, reading.cutter.push(last.bytes));
    }
    if (last.kind === 'cut') return this.#cut(reading, last.sizeBytes);
    this.#tracker.queue.shift();
    this.#current = null;
    const rows: FollowItem[] = [];
    const isRestart = next.part.attempt !== held.part.attempt;
    if (held.part.isPacked || isRestart) rows.push(...this.#lines(reading, reading.cutter.flush()));
    if (isRestart) rows.push(...this.#records(this.#joiner.flush()));
    if (held.part.isPacked) await held.close();
    else this.#late.push({ ...reading, leftAtMs: performance.now() });
    this.#isRemovalTold = false;
    return [...rows, ...seamNotices(held.part, next)];
  }

  /** Lines that came to a file after it was left; after a while it is closed. */
  async #readLate(): Promise<FollowItem[]> {
    const rows: FollowItem[] = [];
    for (const reading of this.#late) {
      for (;;) {
        const step = await reading.held.readOn();
        if (step.kind !== 'bytes') break;
        rows.push(...this.#lines(reading, reading.cutter.push(step.bytes)));
      }
    }
    const nowMs = performance.now();
    const over = this.#late.filter(({ leftAtMs }) => nowMs - leftAtMs > LATE_MS);
    this.#late = this.#late.filter((reading) => !over.includes(reading));
    for (const reading of over) {
      rows.push(...this.#lines(reading, reading.cutter.flush()));
      await reading.held.close();
    }
    return rows;
  }

  async #removal(held: HeldPart): Promise<FollowItem[]> {
    if (this.#isRemovalTold || this.#pause.quietMs < REMOVED_MS || !(await held.isUnlinked())) {
      return [];
    }
    this.#isRemovalTold = true;
    const rows =
      this.#current === null ? [] : this.#lines(this.#current, this.#current.cutter.flush());
    const text = this.#tracker.isFolderGone
      ? `${held.part.name} and its folder were removed; everything in it was given`
      : `${held.part.name} was removed; everything in it was given. A new one is awaited`;
    return [...rows, ...this.#records(this.#joiner.flush()), notice('removed', text)];
  }

  #isOver(): boolean {
    return this.#isRemovalTold && this.#tracker.isFolderGone;
  }
}
