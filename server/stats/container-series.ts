import type { StatsFigure } from '../contract/stats.ts';
import { FigureRing, noPoints, type Points } from './figure-ring.ts';
import { type RateOptions, type Reading, type Sample, toSample } from './sample.ts';
import type { Target } from './targets.ts';

/** 15 min at one a second, for a pod that is opened. */
const FINE_SAMPLES = 900;
/** Longer than a late reading; shorter than the time in which a pod stays opened. */
const HOLE_MS = 10_000;
/** The readings of the coarse line may come a little early. */
const EARLY_MS = 500;

/** One line: its samples, and the reading from which the next rate counts. */
class Track {
  readonly ring: FigureRing;
  before: Reading | null = null;
  /** True until there was a rate: the next reading is wanted soon. */
  isAtGap = true;
  lastHeardMs = 0;

  constructor(capacity: number) {
    this.ring = new FigureRing(capacity);
  }

  add(reading: Reading, options: RateOptions): Sample | null {
    const sample = toSample(this.before, reading, options);
    if (sample === null) return null;
    this.before = reading;
    this.lastHeardMs = reading.heardMs;
    this.isAtGap = sample.isAfterGap;
    this.ring.push(sample);
    return sample;
  }
}

/** How often a container is measured for the list of all, and while its pod is opened. */
export interface Paces {
  readonly everyMs: number;
  readonly fineMs: number;
  readonly cores: number | null;
}

/** What is kept of one container: a line of hours, and a finer one of minutes while its pod is opened. */
export class ContainerSeries {
  readonly #coarse: Track;
  #fine: Track | null = null;
  readonly target: Target;
  /** "cgroup v2", "CRI". */
  source = '';
  latest: Sample | null = null;
  /** The reading that `latest` was made of. */
  reading: Reading | null = null;

  constructor(target: Target, coarseSamples: number) {
    this.target = target;
    this.#coarse = new Track(coarseSamples);
  }

  get newestAtMs(): number | null {
    return Math.max(this.#coarse.ring.newestAtMs ?? 0, this.#fine?.ring.newestAtMs ?? 0) || null;
  }

  get size(): number {
    return this.#coarse.ring.size + (this.#fine?.ring.size ?? 0);
  }

  add(reading: Reading, isOpened: boolean, paces: Paces): void {
    const coarse = this.#isCoarseDue(reading, paces)
      ? this.#coarse.add(reading, { ...paces, latest: this.latest })
      : null;
    const fine = isOpened ? this.#addFine(reading, paces) : null;
    const sample = fine ?? coarse;
    if (sample === null) return;
    this.latest = sample;
    this.reading = reading;
  }

  /** It cannot be read just now: what comes next begins anew. */
  interrupt(): void {
    this.#coarse.before = null;
    if (this.#fine !== null) this.#fine.before = null;
    this.latest = null;
    this.reading = null;
  }

  /** Samples after `afterMs`: the fine line, and the coarse one before and behind it. */
  points(afterMs: number): Points {
    const points = noPoints();
    const fine = this.#fine?.ring;
    const coarse = this.#coarse.ring;
    coarse.copyTo(points, afterMs, fine?.oldestAtMs ?? Number.POSITIVE_INFINITY);
    if (fine === undefined) return points;
    fine.copyTo(points, afterMs);
    coarse.copyTo(points, Math.max(afterMs, fine.newestAtMs ?? 0));
    return points;
  }

  recent(figure: StatsFigure, count: number): (number | null)[] {
    return this.#coarse.ring.last(figure, count);
  }

  #addFine(reading: Reading, { fineMs, cores }: Paces): Sample | null {
    // Opened again: the coarse line has gone on meanwhile, a finer one with a hole in it would hide that.
    const isHole = reading.heardMs - (this.#fine?.lastHeardMs ?? 0) > HOLE_MS;
    if (this.#fine === null || isHole) {
      this.#fine = new Track(FINE_SAMPLES);
      // The line goes on from what the coarse one has just read.
      this.#fine.before = this.#coarse.before === reading ? this.reading : this.#coarse.before;
    }
    const everyMs = Math.max(fineMs, this.#sinceMs(reading));
    return this.#fine.add(reading, { everyMs, cores, latest: this.latest });
  }

  /** A pod that is opened has been read every few seconds before: that is no gap. */
  #sinceMs(reading: Reading): number {
    const before = this.#fine?.before;
    const isFirst = this.#fine?.ring.size === 0;
    return isFirst && before ? Math.min(reading.heardMs - before.heardMs, 5_000) : 0;
  }

  #isCoarseDue({ heardMs }: Reading, { everyMs }: Paces): boolean {
    const { before, isAtGap } = this.#coarse;
    // The second reading follows the first one soon, so that the first rate does not keep anybody waiting.
    if (before === null || isAtGap) return true;
    return heardMs - before.heardMs >= everyMs - EARLY_MS;
  }
}
