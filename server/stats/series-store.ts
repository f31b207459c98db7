import { ContainerSeries } from './container-series.ts';
import type { Target } from './targets.ts';

/** An hour at one in five seconds. */
const MAX_COARSE_SAMPLES = 720;
/** Ten minutes at the least, however many containers there are. */
const MIN_COARSE_SAMPLES = 120;
/** Of all containers together: 8 MB. */
const ALL_SAMPLES = 150_000;
/** The line of a container that ended is kept as long as that of one that runs. */
const KEEP_ENDED_MS = 60 * 60_000;
/** A crash loop makes a container every few seconds at first. */
const MAX_ENDED = 300;

/** The lines of all containers, bounded as a whole. */
export class SeriesStore {
  readonly #series = new Map<string, ContainerSeries>();

  get(containerId: string): ContainerSeries | undefined {
    return this.#series.get(containerId);
  }

  /** The line of a container that runs, begun where there is none. */
  open(target: Target, runningCount: number): ContainerSeries {
    const { containerId } = target;
    const known = this.#series.get(containerId);
    if (known !== undefined) return known;
    const share = Math.floor(ALL_SAMPLES / Math.max(1, runningCount));
    const capacity = Math.max(MIN_COARSE_SAMPLES, Math.min(MAX_COARSE_SAMPLES, share));
    const series = new ContainerSeries(target, capacity);
    this.#series.set(containerId, series);
    return series;
  }

  all(): Iterable<ContainerSeries> {
    return this.#series.values();
  }

  /** Ends the lines of containers that do not run any more, and drops those that ended long ago. */
  settle(running: ReadonlySet<string>, nowMs: number): void {
    const ended: { readonly id: string; readonly atMs: number }[] = [];
    for (const [id, series] of this.#series) {
      if (running.has(id)) continue;
      if (series.latest !== null) series.interrupt();
      ended.push({ id, atMs: series.newestAtMs ?? 0 });
    }
    ended.sort((a, b) => b.atMs - a.atMs);
    for (const [index, { id, atMs }] of ended.entries()) {
      if (index >= MAX_ENDED || nowMs - atMs > KEEP_ENDED_MS) this.#series.delete(id);
    }
  }

  clear(): void {
    this.#series.clear();
  }
}
