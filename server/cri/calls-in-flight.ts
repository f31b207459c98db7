import { isRead } from './deadlines.ts';

export interface CallInFlight {
  readonly rpc: string;
  readonly startedAtMs: number;
}

/** Counts what is outstanding, so that a hang can be named and nothing piles up behind it. */
export class CallsInFlight {
  readonly #calls = new Set<CallInFlight>();

  get size(): number {
    return this.#calls.size;
  }

  /** Counts a call until the returned function is called. */
  begin(rpc: string, nowMs: number): () => void {
    const call: CallInFlight = { rpc, startedAtMs: nowMs };
    this.#calls.add(call);
    return () => {
      this.#calls.delete(call);
    };
  }

  /** The longest outstanding call that only looks; calls that change something may rightly take minutes. */
  oldestRead(): CallInFlight | null {
    // A Set keeps the order of insertion, so the first one is the oldest.
    for (const call of this.#calls) if (isRead(call.rpc)) return call;
    return null;
  }

  /** How many calls of this name are outstanding, and since when the oldest is. */
  ofRpc(rpc: string): { readonly count: number; readonly oldestAtMs: number | null } {
    const same = [...this.#calls].filter((call) => call.rpc === rpc);
    return { count: same.length, oldestAtMs: same[0]?.startedAtMs ?? null };
  }
}
