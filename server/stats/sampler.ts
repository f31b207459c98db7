import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CgroupReader } from '../host/cgroups/cgroup-reader.ts';
import { delay, linkSignals } from '../lib/abort.ts';
import { type Deferred, deferred } from '../lib/deferred.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { ContainerSeries, Paces } from './container-series.ts';
import type { RuntimeFeed } from './runtime-feed.ts';
import type { Reading } from './sample.ts';
import type { SeriesStore } from './series-store.ts';
import { runningPods, type Target, type TargetPod } from './targets.ts';

/** An opened pod is measured as often; nothing wakes up more often than this. */
const TICK_MS = 1_000;
/** All containers, for the list of all. */
const ALL_MS = 5_000;
/** The runtime is asked for all figures as often, where it is the only one to tell. */
const RUNTIME_MS = 10_000;
/** Looks at that pace in any case: a writable layer is measured by the runtime some seconds after its container began. */
const FIRST_ASKS = 3;
/** And as often where it is asked for what changes slowly: each time it asks every shim. */
const RUNTIME_SELDOM_MS = 30_000;
/** Pods measured without a pause: about 2 ms. */
const PODS_AT_ONCE = 8;

export interface SamplerParts {
  readonly snapshot: () => NodeSnapshot;
  readonly cgroups: CgroupReader;
  readonly feed: RuntimeFeed;
  readonly store: SeriesStore;
  /** Whether somebody looks at this pod. */
  readonly isOpened: (pod: TargetPod) => boolean;
  /** Whether somebody looks at the list of all. */
  readonly isAllWanted: () => boolean;
  readonly nowMs: () => number;
  /** Of a clock that only goes forward. */
  readonly tickMs: () => number;
  readonly cores: number | null;
}

/** Measures while it runs: opened pods each second, and all pods every five while somebody looks at their list. */
export class Sampler {
  readonly #parts: SamplerParts;
  #running: { readonly controller: AbortController; readonly ended: Promise<void> } | null = null;
  #allMs = Number.NEGATIVE_INFINITY;
  /** Rounds until all are read in their usual pace: the first two follow each other. */
  #firstRounds = 0;
  #wake = (): void => {};
  #told: Deferred<void> = deferred();
  #needsRuntime = false;
  #wantsNetwork = false;
  #asks = 0;
  /** By container: when the runtime's answer that was taken last was heard. */
  readonly #taken = new Map<string, number>();

  constructor(parts: SamplerParts) {
    this.#parts = parts;
  }

  /** How often the figures of all containers change, in seconds; of an opened pod. */
  everySeconds(isOpened: boolean): number {
    if (this.#parts.cgroups.source === null) return RUNTIME_MS / 1_000;
    return (isOpened ? TICK_MS : ALL_MS) / 1_000;
  }

  /** Begins; resolves after the first reading of all. */
  start(): Promise<void> {
    if (this.#running !== null) return Promise.resolve();
    const controller = new AbortController();
    this.#firstRounds = 2;
    this.#asks = 0;
    const first = this.#round(controller.signal);
    this.#running = { controller, ended: this.#run(first, controller.signal) };
    return first;
  }

  /** Somebody looks at something else: it is read at once, and again a second later. Resolves after the first time. */
  lookNow(): Promise<void> {
    if (this.#running === null) return Promise.resolve();
    this.#firstRounds = 2;
    this.#wake();
    return this.#told.promise;
  }

  /** Ends; what is measured next begins anew. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.controller.abort();
    await running?.ended;
  }

  /** Takes what the runtime has told of containers that only it can tell of. */
  takeRuntimeAnswer(): void {
    const { snapshot, cgroups } = this.#parts;
    if (this.#running === null) return;
    for (const pod of runningPods(snapshot())) {
      for (const target of pod.containers) {
        // What had a group and lost it has ended: the runtime's list is only later.
        const { containerId } = target;
        if (!cgroups.has(containerId) && !this.#hadGroup(containerId))
          this.#addRuntimeFigures(pod, target);
      }
    }
  }

  async #run(first: Promise<void>, signal: AbortSignal): Promise<void> {
    await first;
    while (!signal.aborted) {
      await this.#pause(signal);
      if (!signal.aborted) await this.#round(signal);
      this.#told.resolve();
      this.#told = deferred();
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const pause = linkSignals([signal]);
    this.#wake = () => pause.abort(null);
    // Ends by itself, by being woken, or with the loop.
    await delay(TICK_MS, pause.signal).catch(() => {});
    pause.dispose();
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { snapshot, store, tickMs, nowMs, feed } = this.#parts;
    const pods = runningPods(snapshot());
    const startedMs = tickMs();
    const isAll = this.#firstRounds > 0 || startedMs - this.#allMs >= ALL_MS - TICK_MS / 2;
    if (isAll) {
      this.#firstRounds = Math.max(0, this.#firstRounds - 1);
      this.#allMs = startedMs;
    }
    this.#follow(pods);
    const wantsAll = isAll && this.#parts.isAllWanted();
    const due = pods.filter((pod) => wantsAll || this.#parts.isOpened(pod));
    let needsRuntime = false;
    let wantsNetwork = false;
    for (const [index, pod] of due.entries()) {
      if (index % PODS_AT_ONCE === PODS_AT_ONCE - 1) await nextTurn();
      if (signal.aborted) return;
      const told = this.#readPod(pod);
      needsRuntime ||= told.needsRuntime;
      wantsNetwork ||= told.wantsNetwork;
    }
    if (!isAll) return;
    this.#needsRuntime = needsRuntime;
    this.#wantsNetwork = wantsNetwork;
    const ids = new Set(pods.flatMap((pod) => pod.containers.map((one) => one.containerId)));
    store.settle(ids, nowMs());
    for (const id of this.#taken.keys()) if (!ids.has(id)) this.#taken.delete(id);
    if (pods.length === 0) return;
    if (feed.ask({ everyMs: this.#runtimeEveryMs(), wantsNetwork })) this.#asks += 1;
  }

  #runtimeEveryMs(): number {
    const isOften = this.#needsRuntime || this.#wantsNetwork || this.#asks < FIRST_ASKS;
    return isOften ? RUNTIME_MS : RUNTIME_SELDOM_MS;
  }

  #follow(pods: readonly TargetPod[]): void {
    const ids = pods.flatMap((pod) => [
      pod.sandboxId,
      ...pod.containers.map((one) => one.containerId),
    ]);
    this.#parts.cgroups.follow(new Set(ids));
  }

  #readPod(pod: TargetPod): { needsRuntime: boolean; wantsNetwork: boolean } {
    const { cgroups, feed, store } = this.#parts;
    const { network, wantsNetwork } = this.#networkOf(pod);
    const isOpened = this.#parts.isOpened(pod);
    let needsRuntime = false;
    for (const target of pod.containers) {
      const { containerId } = target;
      const counters = cgroups.source === null ? null : cgroups.read(containerId, isOpened);
      if (counters === null) {
        needsRuntime = true;
        if (this.#hadGroup(containerId)) store.get(containerId)?.interrupt();
        continue;
      }
      const series = this.#open(target, cgroups.source ?? '');
      const writableLayerBytes = feed.writableLayer(containerId);
      const reading = { counters, network, writableLayerBytes, heardMs: counters.tickMs };
      series.add(reading, isOpened, this.#paces(ALL_MS));
    }
    // Figures of the runtime are added when it answers.
    return { needsRuntime, wantsNetwork };
  }

  /** Whether it was measured by its control group so far. */
  #hadGroup(containerId: string): boolean {
    const source = this.#parts.store.get(containerId)?.source;
    return source !== undefined && source === this.#parts.cgroups.source;
  }

  #networkOf(pod: TargetPod): { network: Reading['network']; wantsNetwork: boolean } {
    const { cgroups, feed } = this.#parts;
    if (pod.isHostNetwork === true) return { network: NODE_NETWORK, wantsNetwork: false };
    if (cgroups.source !== null) {
      const ids = [pod.sandboxId, ...pod.containers.map((one) => one.containerId)];
      const { counters, missing, isUnseen } = cgroups.network(ids);
      if (counters !== null) return { network: counters, wantsNetwork: false };
      if (!isUnseen) return { network: { missing }, wantsNetwork: false };
    }
    return { network: feed.network(pod.sandboxId), wantsNetwork: true };
  }

  #addRuntimeFigures(pod: TargetPod, target: Target): void {
    const { feed } = this.#parts;
    const { containerId } = target;
    const told = feed.counters(containerId);
    if (told === null || this.#taken.get(containerId) === told.heardMs) return;
    this.#taken.set(containerId, told.heardMs);
    const reading: Reading = {
      counters: told.counters,
      network: this.#networkOf(pod).network,
      writableLayerBytes: feed.writableLayer(containerId),
      heardMs: told.heardMs,
    };
    this.#open(target, 'CRI').add(reading, false, this.#paces(RUNTIME_MS));
  }

  #open(target: Target, source: string): ContainerSeries {
    const { store, snapshot } = this.#parts;
    const containers = snapshot().containers;
    const series = store.open(target, containers.available ? containers.value.length : 1);
    if (series.source !== source && series.latest !== null) series.interrupt();
    series.source = source;
    return series;
  }

  #paces(everyMs: number): Paces {
    return { everyMs, fineMs: TICK_MS, cores: this.#parts.cores };
  }
}

const NODE_NETWORK = { missing: "the pod is in the node's own network" };
