/** Keeps the newest `capacity` items in order and counts what it had to drop. */
export class RingBuffer<T> {
  readonly capacity: number;
  #items: T[] = [];
  /** Where the oldest item stands once the buffer is full. */
  #oldest = 0;
  #dropped = 0;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1) {
      throw new RangeError(`capacity must be a whole number above 0, got ${capacity}`);
    }
    this.capacity = capacity;
  }

  get size(): number {
    return this.#items.length;
  }

  /** How many items were pushed out since the start or the last clear(). */
  get dropped(): number {
    return this.#dropped;
  }

  push(item: T): void {
    if (this.#items.length < this.capacity) {
      this.#items.push(item);
      return;
    }
    this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % this.capacity;
    this.#dropped += 1;
  }

  /** The kept items, oldest first, as a new array. */
  toArray(): T[] {
    return [...this.#items.slice(this.#oldest), ...this.#items.slice(0, this.#oldest)];
  }

  clear(): void {
    this.#items = [];
    this.#oldest = 0;
    this.#dropped = 0;
  }
}
