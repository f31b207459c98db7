import type { StatsLine, StatsList, StatsSeries } from '../contract/stats.ts';
import type { Cri } from '../cri/cri.ts';
import type { CgroupReader } from '../host/cgroups/cgroup-reader.ts';
import { delay } from '../lib/abort.ts';
import { createWatch, type Watch } from '../live/watch.ts';
import type { AskOptions, StatsQuestion } from '../runtime.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { noPoints } from './figure-ring.ts';
import { RuntimeFeed } from './runtime-feed.ts';
import { runtimeName } from './runtime-name.ts';
import { Sampler } from './sampler.ts';
import { SeriesStore } from './series-store.ts';
import type { Stats } from './stats.ts';
import {
  allTargets,
  byName,
  isEarlier,
  isOfPod,
  keyOf,
  runningPods,
  type Target,
  type TargetPod,
} from './targets.ts';
import { missingOf, resourcesOf, type TellOptions, tellContainer, tellPod } from './tell-stats.ts';

/** A pod stays opened as long after it was asked for. */
const OPENED_MS = 30_000;
/** 500 ms: the first answer after a quiet time waits this long for the first reading. */
const FIRST_READING_MS = 500;
/** 5 min after the last look the lines are let go. */
const FORGET_MS = 5 * 60_000;
/** Earlier attempts in one answer: the newest of a crash loop. */
const MAX_EARLIER = 5;

export interface StatsParts {
  readonly snapshot: () => NodeSnapshot;
  readonly cgroups: CgroupReader;
  readonly stats: Cri['stats'];
  readonly nowMs: () => number;
  /** Of a clock that only goes forward. */
  readonly tickMs: () => number;
  readonly cores: number | null;
  /** For tests: how long a read counts as looking. */
  readonly readCountsMs?: number;
}

class NodeStats implements Stats {
  readonly #parts: StatsParts;
  readonly #store = new SeriesStore();
  readonly #feed: RuntimeFeed;
  readonly #sampler: Sampler;
  readonly #watch: Watch;
  readonly #opened = new Map<string, number>();
  #allUntilMs = Number.NEGATIVE_INFINITY;
  #first: Promise<void> = Promise.resolve();
  #stopped: Promise<void> = Promise.resolve();
  #forget: NodeJS.Timeout | null = null;

  constructor(parts: StatsParts) {
    this.#parts = parts;
    const { nowMs, tickMs } = parts;
    this.#feed = new RuntimeFeed({
      stats: parts.stats,
      runtimeName: () => runtimeName(parts.snapshot()),
      nowMs,
      tickMs,
      onAnswer: () => this.#sampler.takeRuntimeAnswer(),
    });
    this.#sampler = new Sampler({
      ...parts,
      feed: this.#feed,
      store: this.#store,
      isOpened: (pod) => this.#isOpened(pod),
      isAllWanted: () => this.#parts.tickMs() < this.#allUntilMs,
    });
    this.#watch = createWatch((isWatched) => this.#onWatched(isWatched), parts.readCountsMs);
  }

  async list(question: StatsQuestion, { signal }: AskOptions): Promise<StatsList> {
    const isMeant = (pod: TargetPod): boolean => isOfPod(pod, question.pod);
    const isNew =
      question.pod === null ? this.#wantAll() : this.#open(this.#pods().filter(isMeant));
    await this.#arrive(isNew, signal);
    const pods = this.#pods().filter(isMeant).sort(byName);
    const options = this.#tellOptions(question.recent);
    return {
      asOf: new Date(options.nowMs).toISOString(),
      everySeconds: this.#sampler.everySeconds(question.pod !== null),
      containers: pods.flatMap((pod) =>
        pod.containers.map((one) => tellContainer(one, this.#store.get(one.containerId), options)),
      ),
      pods: pods.map((pod) => tellPod(pod, (id) => this.#store.get(id), options.nowMs)),
      gaps: this.#gaps(),
    };
  }

  async series(
    containerId: string,
    sinceMs: number | null,
    { signal }: AskOptions,
  ): Promise<StatsSeries | null> {
    const isOfIt = (pod: TargetPod): boolean =>
      pod.containers.some((one) => one.containerId === containerId);
    const pod = this.#pods().find(isOfIt);
    await this.#arrive(pod !== undefined && this.#open([pod]), signal);
    const series = this.#store.get(containerId);
    const known = allTargets(this.#parts.snapshot());
    const target = series?.target ?? known.find((one) => one.containerId === containerId);
    if (target === undefined) return null;
    const isRunning = this.#pods().some(isOfIt);
    const options = this.#tellOptions(0);
    return {
      ...this.#line(target, sinceMs ?? 0),
      asOf: new Date(options.nowMs).toISOString(),
      everySeconds: this.#sampler.everySeconds(true),
      missing: missingOf(series),
      container: isRunning ? tellContainer(target, series, options) : null,
      earlier: sinceMs === null ? this.#earlier(target) : [],
      gaps: this.#gaps(),
    };
  }

  async close(): Promise<void> {
    this.#watch.close();
    if (this.#forget !== null) clearTimeout(this.#forget);
    await this.#sampler.stop();
    await this.#stopped;
    await this.#feed.close();
  }

  #pods(): TargetPod[] {
    return [...runningPods(this.#parts.snapshot())];
  }

  #line(target: Target, afterMs: number): StatsLine {
    const { containerId, attempt } = target;
    const points = this.#store.get(containerId)?.points(afterMs) ?? noPoints();
    return { containerId, attempt, ...points };
  }

  /** The same container of the same pod before it was started anew. */
  #earlier(target: Target): StatsLine[] {
    return [...this.#store.all()]
      .map((series) => series.target)
      .filter((one) => isEarlier(one, target))
      .sort((a, b) => a.attempt - b.attempt)
      .slice(-MAX_EARLIER)
      .map((one) => this.#line(one, 0));
  }

  /** True when nobody looked at all of them before. */
  #wantAll(): boolean {
    const nowMs = this.#parts.tickMs();
    const isNew = nowMs >= this.#allUntilMs;
    this.#allUntilMs = nowMs + OPENED_MS;
    return isNew;
  }

  /** True when nobody looked at one of them before. */
  #open(pods: readonly TargetPod[]): boolean {
    const isNew = pods.some((pod) => !this.#isOpened(pod));
    const untilMs = this.#parts.tickMs() + OPENED_MS;
    for (const pod of pods) this.#opened.set(keyOf(pod), untilMs);
    return isNew;
  }

  #isOpened(pod: TargetPod): boolean {
    const key = keyOf(pod);
    const untilMs = this.#opened.get(key);
    if (untilMs === undefined) return false;
    if (untilMs > this.#parts.tickMs()) return true;
    this.#opened.delete(key);
    return false;
  }

  /** Counts as looking; who looks at something new waits for its first reading, but not for a runtime that is slow. */
  async #arrive(isNew: boolean, signal: AbortSignal): Promise<void> {
    const isFirst = this.#watch.touch();
    if (!isFirst && !isNew) return;
    if (!isFirst) this.#first = this.#sampler.lookNow();
    const waited = new AbortController();
    const limit = delay(FIRST_READING_MS, AbortSignal.any([signal, waited.signal]));
    // However the wait ends, the answer is what is known by then.
    await Promise.race([this.#first, limit.catch(() => {})]);
    waited.abort();
  }

  #onWatched(isWatched: boolean): void {
    if (this.#forget !== null) clearTimeout(this.#forget);
    this.#forget = null;
    if (isWatched) {
      this.#first = this.#start();
      return;
    }
    this.#opened.clear();
    this.#allUntilMs = Number.NEGATIVE_INFINITY;
    this.#stopped = this.#sampler.stop();
    this.#forget = setTimeout(() => this.#store.clear(), FORGET_MS);
    this.#forget.unref();
  }

  async #start(): Promise<void> {
    await this.#stopped;
    await this.#sampler.start();
    if (this.#parts.cgroups.source === null) await this.#feed.settled();
  }

  #tellOptions(recent: number): TellOptions {
    return {
      nowMs: this.#parts.nowMs(),
      resources: resourcesOf(this.#parts.snapshot()),
      recent,
    };
  }

  #gaps(): string[] {
    const { cgroups } = this.#parts;
    const none =
      cgroups.missing === null
        ? []
        : [`Figures come from the runtime only, every 10 s: ${cgroups.missing}.`];
    return [...none, ...cgroups.gaps(), ...this.#feed.gaps()];
  }
}

/** What the node's containers use; nothing is measured before the first question, and nothing 30 s after the last. */
export function createStats(parts: StatsParts): Stats {
  return new NodeStats(parts);
}
