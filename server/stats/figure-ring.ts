import { STATS_FIGURES, type StatsFigure, type StatsLine } from '../contract/stats.ts';
import type { Sample } from './sample.ts';

/** Room at first: a minute of a page that is opened and closed again. */
const FIRST_CAPACITY = 16;

type Columns = Readonly<Record<StatsFigure, Float32Array>>;

export type Points = Pick<StatsLine, 'at' | 'figures' | 'gapAt'>;

interface Room {
  readonly at: Float64Array;
  readonly isAfterGap: Uint8Array;
  readonly columns: Columns;
}

function makeRoom(capacity: number): Room {
  const columns = Object.fromEntries(
    STATS_FIGURES.map((figure) => [figure, new Float32Array(capacity)]),
  ) as Columns;
  return { at: new Float64Array(capacity), isAfterGap: new Uint8Array(capacity), columns };
}

/**
 * The newest samples of one container, 53 bytes each: single precision tells a gigabyte to 64 bytes, and a line needs no
 * more. Grows up to its capacity, then the oldest go.
 */
export class FigureRing {
  readonly #maxCapacity: number;
  #room = makeRoom(FIRST_CAPACITY);
  #capacity = FIRST_CAPACITY;
  #first = 0;
  #size = 0;

  constructor(maxCapacity: number) {
    this.#maxCapacity = Math.max(FIRST_CAPACITY, maxCapacity);
  }

  get size(): number {
    return this.#size;
  }

  /** Null while it is empty. */
  get oldestAtMs(): number | null {
    return this.#size === 0 ? null : (this.#room.at[this.#first] ?? null);
  }

  get newestAtMs(): number | null {
    return this.#size === 0 ? null : (this.#room.at[this.#index(this.#size - 1)] ?? null);
  }

  push(sample: Sample): void {
    if (this.#size === this.#capacity) this.#grow();
    if (this.#size === this.#capacity) {
      this.#first = (this.#first + 1) % this.#capacity;
      this.#size -= 1;
    }
    const index = this.#index(this.#size);
    this.#size += 1;
    this.#room.at[index] = sample.atMs;
    this.#room.isAfterGap[index] = sample.isAfterGap ? 1 : 0;
    for (const figure of STATS_FIGURES) {
      const value = sample.figures[figure];
      this.#room.columns[figure][index] = typeof value === 'number' ? value : Number.NaN;
    }
  }

  /** Samples later than `afterMs` and earlier than `beforeMs`, oldest first, added to `points`. */
  copyTo(points: Points, afterMs: number, beforeMs = Number.POSITIVE_INFINITY): void {
    for (let offset = 0; offset < this.#size; offset += 1) {
      const index = this.#index(offset);
      const atMs = this.#room.at[index] ?? 0;
      if (atMs <= afterMs || atMs >= beforeMs) continue;
      if (this.#room.isAfterGap[index] === 1) points.gapAt.push(points.at.length);
      points.at.push(atMs);
      for (const figure of STATS_FIGURES) points.figures[figure].push(this.#value(figure, index));
    }
  }

  /** The newest `count` values of a figure, oldest first. */
  last(figure: StatsFigure, count: number): (number | null)[] {
    const from = Math.max(0, this.#size - count);
    return Array.from({ length: this.#size - from }, (_, offset) =>
      this.#value(figure, this.#index(from + offset)),
    );
  }

  #value(figure: StatsFigure, index: number): number | null {
    const value = this.#room.columns[figure][index] ?? Number.NaN;
    return Number.isNaN(value) ? null : round(value);
  }

  #index(offset: number): number {
    return (this.#first + offset) % this.#capacity;
  }

  #grow(): void {
    const capacity = Math.min(this.#maxCapacity, this.#capacity * 2);
    if (capacity === this.#capacity) return;
    const room = makeRoom(capacity);
    for (let offset = 0; offset < this.#size; offset += 1) {
      const index = this.#index(offset);
      room.at[offset] = this.#room.at[index] ?? 0;
      room.isAfterGap[offset] = this.#room.isAfterGap[index] ?? 0;
      for (const figure of STATS_FIGURES) {
        room.columns[figure][offset] = this.#room.columns[figure][index] ?? Number.NaN;
      }
    }
    this.#room = room;
    this.#capacity = capacity;
    this.#first = 0;
  }
}

/** Seven digits are what single precision holds; the rest is noise that costs bytes on the way. */
function round(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(7));
}

/** No points yet. */
export function noPoints(): Points {
  const figures = Object.fromEntries(
    STATS_FIGURES.map((figure) => [figure, [] as (number | null)[]]),
  ) as Points['figures'];
  return { at: [], figures, gapAt: [] };
}
