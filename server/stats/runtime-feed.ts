import type { Measured } from '../contract/stats.ts';
import type {
  ContainerCounters,
  NetworkCounters,
  RuntimeContainerStats,
  RuntimePodStats,
} from '../contract/stats-counters.ts';
import type { Cri } from '../cri/cri.ts';
import { CriError } from '../cri/cri-error.ts';
import { Breaker } from './breaker.ts';

/** 10 s: a busy node takes 2–3 s for such a list; what takes longer hangs on a shim. */
const DEADLINE_MS = 10_000;
/** A list of pods that failed for one pod fails again until that pod goes. */
const PODS_AGAIN_MS = 60_000;
/** What the runtime told is shown this long after it told it last. */
const KEEP_MS = 90_000;

const NOT_ASKED = 'the runtime is just being asked';

export interface RuntimeFeedOptions {
  readonly stats: Cri['stats'];
  /** "containerd 2.1", for sentences. */
  readonly runtimeName: () => string;
  readonly nowMs: () => number;
  /** Of a clock that only goes forward. */
  readonly tickMs: () => number;
  readonly onAnswer: () => void;
  readonly deadlineMs?: number;
  readonly breakerMs?: number;
}

/** What is wanted of the runtime, and how seldom it may be asked. */
export interface RuntimeWish {
  readonly everyMs: number;
  /** True where the network of some pod is not seen by other means. */
  readonly wantsNetwork: boolean;
}

interface Answer<T> {
  readonly value: T;
  readonly heardMs: number;
  readonly heardAtMs: number;
}

/** The runtime's own figures: one call outstanding, none while it hangs, and said what is missing for it. */
export class RuntimeFeed {
  readonly #options: RuntimeFeedOptions;
  readonly #breaker: Breaker;
  readonly #closing = new AbortController();
  #containers = new Map<string, Answer<RuntimeContainerStats>>();
  #pods = new Map<string, Answer<RuntimePodStats>>();
  #running: Promise<void> | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;
  #heardMs = Number.NEGATIVE_INFINITY;
  #podsFailedMs = Number.NEGATIVE_INFINITY;
  #podsProblem: string | null = null;
  #problem: string | null = null;

  constructor(options: RuntimeFeedOptions) {
    this.#options = options;
    this.#breaker = new Breaker(options.tickMs, options.breakerMs);
  }

  /** Asks, where it is time and nothing speaks against it, and tells whether it did; waits for nothing. */
  ask(wish: RuntimeWish): boolean {
    const nowMs = this.#options.tickMs();
    const isDue = nowMs - this.#askedMs >= wish.everyMs;
    if (this.#running !== null || !isDue || this.#breaker.state === 'open') return false;
    this.#askedMs = nowMs;
    this.#running = this.#ask(wish).finally(() => {
      this.#running = null;
      if (!this.#closing.signal.aborted) this.#options.onAnswer();
    });
    return true;
  }

  /** Resolves when no call is outstanding. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** The figures of a container as if they were counters of its group; null where the runtime does not tell of it. */
  counters(containerId: string): { counters: ContainerCounters; heardMs: number } | null {
    const answer = this.#fresh(this.#containers.get(containerId));
    if (answer === null) return null;
    return { counters: this.#toCounters(answer), heardMs: answer.heardMs };
  }

  writableLayer(containerId: string): Measured {
    const answer = this.#fresh(this.#containers.get(containerId));
    const bytes = answer?.value.writableLayerBytes ?? null;
    if (bytes === 'not-yet')
      return { missing: `not measured yet by ${this.#options.runtimeName()}` };
    return bytes ?? { missing: this.#whyMissing() };
  }

  network(sandboxId: string): NetworkCounters | { readonly missing: string } {
    const answer = this.#fresh(this.#pods.get(sandboxId));
    if (answer?.value.network) return { tickMs: answer.heardMs, ...answer.value.network };
    return {
      missing: this.#podsProblem === null ? this.#whyMissing() : 'ListPodSandboxStats fails',
    };
  }

  /** What is missing for the runtime's sake, as sentences. */
  gaps(): readonly string[] {
    return [this.#hangSentence() ?? this.#problem, this.#podsProblem].filter((one) => one !== null);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('stats are closed'));
    await this.#running;
  }

  async #ask({ wantsNetwork }: RuntimeWish): Promise<void> {
    try {
      const isTold = wantsNetwork && (await this.#askPods());
      if (!isTold) this.#keepContainers(await this.#options.stats.containers(this.#call()));
      this.#problem = null;
      this.#breaker.answered();
    } catch (error) {
      if (!(error instanceof CriError)) {
        if (this.#closing.signal.aborted) return;
        throw error;
      }
      if (error.isDeadline) this.#breaker.timedOut();
      this.#problem = `${error.rpc} failed: ${error.details}.`;
    }
  }

  /** True when the pods' answer tells of the containers too. */
  async #askPods(): Promise<boolean> {
    if (this.#options.tickMs() - this.#podsFailedMs < PODS_AGAIN_MS) return false;
    try {
      const pods = await this.#options.stats.sandboxes(this.#call());
      const stamp = this.#stamp();
      this.#pods = new Map(pods.map((value) => [value.sandboxId, { value, ...stamp }]));
      this.#podsProblem = null;
      const containers = pods.flatMap((pod) => pod.containers);
      if (containers.length === 0) return false;
      this.#keepContainers(containers);
      return true;
    } catch (error) {
      // A hang is the same hang for containers; anything else may be the fault of a single pod.
      if (!(error instanceof CriError) || error.isDeadline || error.isUnavailable) throw error;
      this.#podsFailedMs = this.#options.tickMs();
      this.#podsProblem = `ListPodSandboxStats fails as a whole, so the network of pods is missing and containers are asked for alone: ${error.details}.`;
      this.#pods.clear();
      return false;
    }
  }

  #call(): { signal: AbortSignal; deadlineMs: number } {
    return {
      signal: this.#closing.signal,
      deadlineMs: this.#options.deadlineMs ?? DEADLINE_MS,
    };
  }

  #stamp(): { heardMs: number; heardAtMs: number } {
    this.#heardMs = this.#options.tickMs();
    return { heardMs: this.#heardMs, heardAtMs: this.#options.nowMs() };
  }

  #keepContainers(rows: readonly RuntimeContainerStats[]): void {
    const stamp = this.#stamp();
    this.#containers = new Map(rows.map((value) => [value.containerId, { value, ...stamp }]));
  }

  #fresh<T>(answer: Answer<T> | undefined): Answer<T> | null {
    if (answer === undefined) return null;
    return this.#options.tickMs() - answer.heardMs < KEEP_MS ? answer : null;
  }

  #toCounters({ value, heardMs, heardAtMs }: Answer<RuntimeContainerStats>): ContainerCounters {
    const missing = { missing: this.#notReported() };
    const { cpu } = value;
    return {
      takenAtMs: heardAtMs,
      tickMs: cpu?.atMs ?? heardMs,
      cpuUsageUs: cpu?.usageUs ?? missing,
      cpuPeriods: missing,
      cpuThrottledPeriods: missing,
      memoryWorkingSetBytes: value.memoryWorkingSetBytes ?? missing,
      oomKills: missing,
      processes: missing,
      cpuPressure: value.cpuPressure ?? missing,
      memoryPressure: value.memoryPressure ?? missing,
      ioPressure: value.ioPressure ?? missing,
      cpuLimitCores: null,
      memoryLimitBytes: null,
      cpuRequestCores: null,
    };
  }

  #notReported(): string {
    return `not reported by ${this.#options.runtimeName()}`;
  }

  #whyMissing(): string {
    if (this.#breaker.state !== 'closed') return 'the runtime does not answer for stats';
    if (this.#problem !== null) return this.#problem.replace(/\.$/u, '');
    return this.#heardMs === Number.NEGATIVE_INFINITY ? NOT_ASKED : this.#notReported();
  }

  #hangSentence(): string | null {
    if (this.#breaker.state === 'closed') return null;
    const deadlineS = (this.#options.deadlineMs ?? DEADLINE_MS) / 1_000;
    const waitS = Math.ceil(this.#breaker.waitMs / 1_000);
    const next = waitS === 0 ? 'It is being asked again' : `It is asked again in ${waitS} s`;
    return `${this.#options.runtimeName()} did not answer for stats within ${deadlineS} s: some shim hangs. ${next}; until then what only the runtime tells is missing.`;
  }
}
