/** Runs of one channel: outputs that alternate with every few bytes are kept less far back. */
const MAX_RUNS = 4_096;
/** Most sessions write a screen or two. */
const FIRST_BYTES = 4 * 1024;

interface Run {
  readonly channel: number;
  /** Bytes of output before it, since the session began. */
  readonly from: number;
}

/** The last bytes that a session wrote, by channel, so that a connection that broke loses none of them. */
export class ReplayBuffer {
  readonly #capacity: number;
  #ring: Buffer = Buffer.alloc(0);
  #runs: Run[] = [];
  #total = 0;
  #oldest = 0;

  constructor(capacityBytes: number) {
    this.#capacity = capacityBytes;
  }

  /** Bytes of output since the session began. */
  get total(): number {
    return this.#total;
  }

  /** Takes bytes of one channel; the oldest give way. */
  append(channel: number, payload: Uint8Array): void {
    if (payload.length === 0) return;
    this.#grow(payload.length);
    if (this.#runs.at(-1)?.channel !== channel) {
      this.#runs.push({ channel, from: this.#total });
    }
    // Of a piece larger than the ring its end stays.
    const kept = payload.subarray(Math.max(0, payload.length - this.#capacity));
    writeAt(this.#ring, this.#total + payload.length - kept.length, kept);
    this.#total += payload.length;
    this.#forget();
  }

  /** What came after the first `received` bytes, as far as it is kept. */
  since(received: number): {
    readonly fromBytes: number;
    readonly lostBytes: number;
    readonly pieces: readonly { readonly channel: number; readonly payload: Buffer }[];
  } {
    const asked = Math.min(received, this.#total);
    const fromBytes = Math.max(asked, this.#oldest);
    const pieces = this.#runs.flatMap(({ channel, from }, index) => {
      const end = this.#runs[index + 1]?.from ?? this.#total;
      const start = Math.max(from, fromBytes);
      return start < end ? [{ channel, payload: this.#slice(start, end) }] : [];
    });
    return { fromBytes, lostBytes: fromBytes - asked, pieces };
  }

  /** Gives the memory back; nothing is kept any more. */
  clear(): void {
    this.#ring = Buffer.alloc(0);
    this.#runs = [];
    this.#oldest = this.#total;
  }

  #grow(byBytes: number): void {
    const needed = Math.min(this.#capacity, this.#total - this.#oldest + byBytes);
    if (needed <= this.#ring.length) return;
    let size = Math.max(FIRST_BYTES, this.#ring.length);
    while (size < needed) size *= 2;
    const { pieces } = this.since(this.#oldest);
    const next = Buffer.alloc(Math.min(size, this.#capacity));
    let at = this.#oldest;
    for (const { payload } of pieces) {
      writeAt(next, at, payload);
      at += payload.length;
    }
    this.#ring = next;
  }

  #forget(): void {
    this.#oldest = Math.max(this.#oldest, this.#total - this.#ring.length);
    if (this.#runs.length > MAX_RUNS) {
      this.#runs = this.#runs.slice(-MAX_RUNS);
      this.#oldest = Math.max(this.#oldest, this.#runs[0]?.from ?? this.#oldest);
    }
    let first = 0;
    while ((this.#runs[first + 1]?.from ?? Number.POSITIVE_INFINITY) <= this.#oldest) first += 1;
    if (first > 0) this.#runs.splice(0, first);
  }

  #slice(start: number, end: number): Buffer {
    const size = this.#ring.length;
    const at = start % size;
    const length = end - start;
    const first = this.#ring.subarray(at, at + Math.min(length, size - at));
    return Buffer.concat([first, this.#ring.subarray(0, length - first.length)]);
  }
}

/** Writes bytes that begin at `position` of the output to their place in the ring; there are never more than fit. */
function writeAt(ring: Buffer, position: number, bytes: Uint8Array): void {
  const at = position % ring.length;
  const first = bytes.subarray(0, ring.length - at);
  ring.set(first, at);
  ring.set(bytes.subarray(first.length), 0);
}
