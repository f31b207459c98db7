/** Work that takes simulated time: it yields the milliseconds it waits, and returns a value at its end. */
export type Work<T = void> = Generator<number, T, void>;

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly work: Work;
}

/** Longest real wait of one timer; Node fires a timer at once beyond 2^31 - 1 ms. */
const LONGEST_TIMER_MS = 60_000;

/**
 * The simulated node's only clock. Everything that happens on the node is a Work in one queue ordered by time: first the
 * past is run through at once (so that a pod that is 40 minutes old has 40 minutes of logs), then time is real.
 */
export class Scheduler {
  #nowMs: number;
  #order = 0;
  #queue: Entry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #mode: 'catching-up' | 'live' | 'paused' | 'closed' = 'catching-up';
  /** How much faster than real waits pass once time is real. */
  readonly speed: number;

  /** @param startMs where the simulated past begins; @param speed how much faster than real waits pass once live. */
  constructor(startMs: number, speed: number) {
    this.#nowMs = startMs;
    this.speed = speed;
  }

  /** The node's time now, Unix ms. */
  now(): number {
    return this.#mode === 'live' || this.#mode === 'paused' ? Date.now() : this.#nowMs;
  }

  /** Puts a Work into the queue; it begins at `atMs` (now when omitted or past). */
  spawn(work: Work, atMs: number = this.now()): void {
    this.#push(work, atMs);
    this.#arm();
  }

  /** Runs everything that was due before `untilMs` without waiting, then lets time be real. */
  goLive(untilMs: number): void {
    this.#runDue(untilMs);
    this.#nowMs = untilMs;
    this.#mode = 'live';
    this.#queue = this.#queue.map((entry) => ({
      ...entry,
      atMs: untilMs + (entry.atMs - untilMs) / this.speed,
    }));
    this.#arm();
  }

  /** Nothing happens on the node until resume(): what falls due in between happens then. */
  pause(): void {
    if (this.#mode === 'live') this.#mode = 'paused';
    this.#disarm();
  }

  resume(): void {
    if (this.#mode === 'paused') this.#mode = 'live';
    this.#arm();
  }

  close(): void {
    this.#mode = 'closed';
    this.#queue = [];
    this.#disarm();
  }

  #push(work: Work, atMs: number): void {
    const entry = { atMs, order: this.#order++, work };
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle];
      if (other !== undefined && other.atMs <= atMs) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, entry);
  }

  #runDue(untilMs: number): void {
    for (;;) {
      const entry = this.#queue[0];
      if (entry === undefined || entry.atMs > untilMs) return;
      this.#queue.shift();
      this.#nowMs = Math.max(this.#nowMs, entry.atMs);
      const step = entry.work.next();
      if (step.done !== true) this.#push(entry.work, this.now() + this.#scale(step.value));
    }
  }

  #scale(waitMs: number): number {
    return this.#mode === 'catching-up' ? waitMs : waitMs / this.speed;
  }

  #arm(): void {
    this.#disarm();
    const next = this.#queue[0];
    if (this.#mode !== 'live' || next === undefined) return;
    const waitMs = Math.min(LONGEST_TIMER_MS, Math.max(0, next.atMs - Date.now()));
    this.#timer = setTimeout(() => {
      this.#runDue(Date.now());
      this.#arm();
    }, waitMs);
    this.#timer.unref();
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Waits until `isReached` holds, looking again every `everyMs` of simulated time. */
export function* waitFor(isReached: () => boolean, everyMs: number): Work {
  while (!isReached()) yield everyMs;
}
