import { setMaxListeners } from 'node:events';
import type { SourceStatus } from '../contract/node-status.ts';
import type { RuntimeEvent } from '../cri/runtime-connection.ts';
import { delay } from '../lib/abort.ts';
import { canAskRuntime } from './can-ask-runtime.ts';
import { collectSnapshot, createParts, type SnapshotParts } from './collect-snapshot.ts';
import type { Collector } from './collector.ts';
import { Fold } from './fold.ts';
import type { NodeSnapshot } from './node-snapshot.ts';
import { allPartsOf, type DueOptions, duePartsOf, TICK_MS } from './pace.ts';
import type { Readable } from './part.ts';
import { readInterest } from './read-interest.ts';
import type { SnapshotSources } from './snapshot-sources.ts';
import { sourceStatuses } from './source-status.ts';

/** Bursts of events and of log lines are answered once. */
const FOLD_MS = 100;
/** Before an event stream that ended is asked for again. */
const RELISTEN_MS = 1_000;
/** Readings that end together are told together. */
const PUBLISH_MS = 30;
/** Lists asked for by events take at most a twentieth of the time: a storm on a large node must not keep us busy. */
const LISTS_SHARE = 20;

export type CollectorOptions = Omit<SnapshotSources, 'signal'>;

class LiveCollector implements Collector {
  readonly #sources: SnapshotSources;
  readonly #parts: SnapshotParts;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<(snapshot: NodeSnapshot) => void>();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #publish = new Fold(
    () => PUBLISH_MS,
    () => this.#tell(),
  );
  readonly #logLines = new Fold(
    () => FOLD_MS,
    () => this.#tell(),
  );
  readonly #events = new Fold(
    () => this.#eventWaitMs(),
    () => this.#onEventsDue(),
  );
  #watching: { readonly controller: AbortController; readonly ended: Promise<unknown> } | null =
    null;
  #snapshot: NodeSnapshot | null = null;

  constructor(options: CollectorOptions) {
    // One listener for each reading that is open; each takes itself off.
    setMaxListeners(0, this.#closing.signal);
    this.#sources = { ...options, signal: this.#closing.signal };
    this.#parts = createParts(this.#sources, (isNews) => this.#onRead(isNews));
    const { connection, journal } = options;
    this.#unsubscribe = [
      connection.onHealthChange(() => this.#onHealthChange()),
      journal.onChange(() => this.#onLogLines()),
    ];
  }

  current(): NodeSnapshot {
    this.#snapshot ??= collectSnapshot(this.#sources, this.#parts);
    return this.#snapshot;
  }

  async refresh(options: {
    readonly maxWaitMs: number;
    readonly signal: AbortSignal;
  }): Promise<NodeSnapshot> {
    await this.#atMost(options, this.#read(allPartsOf(this.#parts, this.#due())));
    return this.current();
  }

  async lookAgain({ maxWaitMs }: { readonly maxWaitMs: number }): Promise<void> {
    if (!canAskRuntime(this.#sources.connection)) return;
    const { objects, images } = this.#parts;
    // A reading that runs is joined, and may have begun before the change: only the next one surely tells it.
    const twice = async (part: Readable): Promise<void> => {
      await part.refresh(this.#sources.signal);
      await part.refresh(this.#sources.signal);
    };
    const { signal } = this.#closing;
    await this.#atMost({ maxWaitMs, signal }, Promise.all([objects, images].map(twice)));
  }

  /** However the wait ends (time, abort, close), what is known by then counts. */
  async #atMost(
    options: { readonly maxWaitMs: number; readonly signal: AbortSignal },
    reading: Promise<unknown>,
  ): Promise<void> {
    const done = new AbortController();
    const signal = AbortSignal.any([options.signal, this.#closing.signal, done.signal]);
    const waited = delay(options.maxWaitMs, signal).catch(() => {});
    await Promise.race([reading, waited]);
    done.abort();
  }

  sources(): readonly SourceStatus[] {
    return sourceStatuses(this.#sources, this.#parts);
  }

  onChange(listener: (snapshot: NodeSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setWatched(isWatched: boolean): void {
    if (isWatched === (this.#watching !== null) || this.#closing.signal.aborted) return;
    if (!isWatched) {
      this.#watching?.controller.abort();
      this.#watching = null;
      this.#events.close();
      return;
    }
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    const ended = Promise.all([this.#tick(signal), this.#listen(signal)]);
    this.#watching = { controller, ended };
  }

  async close(): Promise<void> {
    const { journal, kubelet, kubeletSockets, kube } = this.#sources;
    this.#closing.abort(new Error('the collector is closed'));
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const fold of [this.#publish, this.#logLines, this.#events]) fold.close();
    this.#listeners.clear();
    await this.#watching?.ended;
    for (const source of [kubelet, kubeletSockets, kube]) source.close();
    await journal.close();
  }

  /** Reads these parts. Bytes of pulls are asked for once the lists tell whether there is a pull. */
  async #read(parts: readonly Readable[]): Promise<void> {
    const { objects, pulls } = this.#parts;
    const { signal } = this.#sources;
    await Promise.all(
      parts
        .filter((part) => part !== pulls || !parts.includes(objects))
        .map(async (part) => {
          await part.refresh(signal);
          if (part === objects && parts.includes(pulls)) await pulls.refresh(signal);
        }),
    );
  }

  /** Looks every half second which part is due, until nobody watches any more. */
  async #tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Not waited for: one slow source must not hold the others back. A part is read once at a time.
      for (const part of duePartsOf(this.#parts, this.#due())) this.#start(part);
      await delay(TICK_MS, signal).catch(() => {});
    }
  }

  #start(part: Readable): void {
    part.refresh(this.#sources.signal).catch(() => {
      // Parts keep their failures to themselves: see Readable.refresh.
    });
  }

  /** Lets the runtime's events ask for new lists. */
  async #listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const event of this.#sources.connection.events(signal)) this.#onEvent(event);
      } catch {
        // The connection comes back by itself and says why in its health; meanwhile the slow pace covers for events.
      }
      await delay(RELISTEN_MS, signal).catch(() => {});
    }
  }

  #onEvent({ topic }: RuntimeEvent): void {
    // Blobs and images come and go with pulls and collections; no list of containers changes by them.
    const isAboutImages = topic.startsWith('/content/') || topic.startsWith('/images/');
    if (!isAboutImages) this.#events.ask();
  }

  #eventWaitMs(): number {
    return Math.max(FOLD_MS, this.#parts.objects.lastDurationMs * LISTS_SHARE);
  }

  #onEventsDue(): void {
    if (this.#watching !== null) this.#start(this.#parts.objects);
  }

  #onHealthChange(): void {
    this.#onRead(true);
    if (this.#watching === null || this.#sources.connection.health().state !== 'ok') return;
    // A runtime that has come back is another process: everything about it is asked anew, at once.
    const { objects, runtime, version, failedPlugins, images } = this.#parts;
    for (const part of [objects, runtime, version, failedPlugins, images]) this.#start(part);
  }

  #due(): DueOptions {
    return {
      nowMs: this.#sources.nowMs(),
      hasEvents: this.#sources.connection.hasEvents(),
      canAskRuntime: canAskRuntime(this.#sources.connection),
      newsAtMs: this.#parts.objects.newsAtMs,
      kube: this.#sources.kube,
      needsProcesses: () => readInterest(this.#sources, this.#parts).isNeeded,
    };
  }

  #onRead(isNews: boolean): void {
    this.#snapshot = null;
    if (isNews) this.#publish.ask();
  }

  /** A busy log must cost nothing while nobody looks. */
  #onLogLines(): void {
    this.#snapshot = null;
    if (this.#watching !== null) this.#logLines.ask();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.current());
  }
}

/**
 * The owner of the latest snapshot. It takes journal, kubelet and API server over and closes them with itself; the
 * connection stays its maker's. Nothing is asked of anybody before refresh() or setWatched(true).
 */
export function createCollector(options: CollectorOptions): Collector {
  return new LiveCollector(options);
}
