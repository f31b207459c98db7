import type { Random } from '../engine/random.ts';
import type { SimContainer, SimEvent, SimImage, SimSandbox } from './objects.ts';
import type { SimTransfer } from './transfer.ts';

/** Everything the simulated runtime has now; its lists are answered from here. */
export class SimStore {
  readonly sandboxes = new Map<string, SimSandbox>();
  readonly containers = new Map<string, SimContainer>();
  readonly images = new Map<string, SimImage>();
  /** Images on their way, by the name they are pulled under. */
  readonly transfers = new Map<string, SimTransfer>();
  readonly #made = new Map<string, SimImage>();
  readonly #listeners = new Set<(event: SimEvent) => void>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Puts the image of that name on the node. */
  addImage(name: string, isPinned = false): SimImage {
    const image = this.imageOf(name, isPinned);
    this.images.set(name, image);
    return image;
  }

  /** The image of that name, on the node or in its registry; made up when it is asked for first, the same ever after. */
  imageOf(name: string, isPinned = false): SimImage {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const anyBytes = this.#random.between(900_000, 180_000_000);
    // It is known for that.
    const compressedBytes = /\/busybox:/u.test(name) ? 2_200_000 : anyBytes;
    const image: SimImage = {
      id: this.#random.hex(64),
      name,
      digest: `sha256:${this.#random.hex(64)}`,
      compressedBytes,
      uncompressedBytes: Math.round(compressedBytes * 2.4),
      isPinned,
    };
    this.#made.set(name, image);
    return image;
  }

  containersOf(sandboxId: string): SimContainer[] {
    return [...this.containers.values()].filter((container) => container.sandboxId === sandboxId);
  }

  emit(event: SimEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  onEvent(listener: (event: SimEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  listenerCount(): number {
    return this.#listeners.size;
  }
}
