import type { status } from '@grpc/grpc-js';

/** An answer that is an error; handlers throw it. */
export class RpcFailure extends Error {
  readonly code: status;
  constructor(code: status, details: string) {
    super(details);
    this.code = code;
  }
}

/** What was asked of one RPC so far. */
export interface CallCount {
  readonly total: number;
  readonly outstanding: number;
  readonly maxOutstanding: number;
}

interface Counter {
  total: number;
  outstanding: number;
  maxOutstanding: number;
}

/** Every call passes here: counted, held while the runtime hangs, failed when a test asks for it. */
export class CallGate {
  readonly #counters = new Map<string, Counter>();
  readonly #all: Counter = { total: 0, outstanding: 0, maxOutstanding: 0 };
  readonly #hung = new Set<string>();
  readonly #failures = new Map<string, RpcFailure[]>();
  readonly #waiting = new Set<() => void>();
  readonly #answered = new Map<string, number>();

  /** Counts the call in; the returned function counts it out. */
  enter(rpc: string): () => void {
    const counter = this.#counterOf(rpc);
    for (const one of [counter, this.#all]) {
      one.total += 1;
      one.outstanding += 1;
      one.maxOutstanding = Math.max(one.maxOutstanding, one.outstanding);
    }
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      counter.outstanding -= 1;
      this.#all.outstanding -= 1;
      this.#answered.set(rpc, (this.#answered.get(rpc) ?? 0) + 1);
    };
  }

  /** Waits while the RPC hangs; throws the failure a test asked for. */
  async pass(rpc: string): Promise<void> {
    while (this.isHung(rpc)) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    const failure = this.#failures.get(rpc)?.shift() ?? this.#failures.get('*')?.shift();
    if (failure !== undefined) throw failure;
  }

  isHung(rpc: string): boolean {
    return this.#hung.has('*') || this.#hung.has(rpc);
  }

  hang(rpc = '*'): void {
    this.#hung.add(rpc);
  }

  resume(): void {
    this.#hung.clear();
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  failNext(rpc: string, code: status, details: string): void {
    const queue = this.#failures.get(rpc) ?? [];
    queue.push(new RpcFailure(code, details));
    this.#failures.set(rpc, queue);
  }

  counts(): Readonly<Record<string, CallCount>> {
    return Object.fromEntries([...this.#counters].map(([rpc, counter]) => [rpc, { ...counter }]));
  }

  total(): CallCount {
    return { ...this.#all };
  }

  /** Calls of that RPC that came to an end. */
  answered(rpc: string): number {
    return this.#answered.get(rpc) ?? 0;
  }

  reset(): void {
    for (const counter of [...this.#counters.values(), this.#all]) {
      counter.total = 0;
      counter.maxOutstanding = counter.outstanding;
    }
  }

  #counterOf(rpc: string): Counter {
    const known = this.#counters.get(rpc);
    if (known !== undefined) return known;
    const counter = { total: 0, outstanding: 0, maxOutstanding: 0 };
    this.#counters.set(rpc, counter);
    return counter;
  }
}
