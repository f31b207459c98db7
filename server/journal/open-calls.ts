import type { CallRecord } from '../contract/journal.ts';

/** A call that began, as the pairing holds it. */
export interface OpenCall {
  readonly key: string;
  /** Its place among all calls. */
  readonly sequence: number;
  readonly subject: string | undefined;
  record: CallRecord;
}

/** Calls without an end. Equal keys stand in a queue: the first to begin is the first to end. */
export class OpenCalls {
  readonly #queues = new Map<string, OpenCall[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(call: OpenCall): void {
    const queue = this.#queues.get(call.key);
    if (queue === undefined) this.#queues.set(call.key, [call]);
    else queue.push(call);
    this.#size++;
  }

  first(key: string): OpenCall | undefined {
    return this.#queues.get(key)?.[0];
  }

  /** Takes the first call with this key out. */
  take(key: string): OpenCall | undefined {
    const queue = this.#queues.get(key);
    const call = queue?.shift();
    if (queue?.length === 0) this.#queues.delete(key);
    if (call !== undefined) this.#size--;
    return call;
  }

  /** Takes the last call with this key out: one that was refused at once has not waited for those before it. */
  takeLast(key: string): OpenCall | undefined {
    const queue = this.#queues.get(key);
    const call = queue?.pop();
    if (queue?.length === 0) this.#queues.delete(key);
    if (call !== undefined) this.#size--;
    return call;
  }

  /** Gives up the oldest calls above the bound; returns how many. */
  dropAbove(max: number): number {
    let dropped = 0;
    for (const key of this.#queues.keys()) {
      while (this.#size > max && this.take(key) !== undefined) dropped++;
      if (this.#size <= max) break;
    }
    return dropped;
  }

  clear(): void {
    this.#queues.clear();
    this.#size = 0;
  }

  *[Symbol.iterator](): Generator<OpenCall> {
    for (const queue of this.#queues.values()) yield* queue;
  }
}
