import type { StreamKind } from '../contract/ticket.ts';

export interface KindLimits {
  /** Streams at once, of everybody together and of one person. */
  readonly perServer: number;
  readonly perPerson: number;
  /** Without a byte either way. */
  readonly idleMs: number;
  /** Both ways together. */
  readonly maxBytes: number;
}

const MINUTE_MS = 60_000;
const GIB = 1024 ** 3;

/**
 * A terminal costs the node a process in a container, some descriptors in the runtime and up to 2 MB here; a forwarded
 * connection a descriptor or two. 16 GiB: `yes` at full speed for minutes, and a copy of a large volume is a task for
 * other tools.
 */
export const LIMITS: Readonly<Record<StreamKind, KindLimits>> = {
  exec: { perServer: 32, perPerson: 16, idleMs: 30 * MINUTE_MS, maxBytes: 16 * GIB },
  attach: { perServer: 16, perPerson: 8, idleMs: 30 * MINUTE_MS, maxBytes: 16 * GIB },
  'port-forward': { perServer: 128, perPerson: 64, idleMs: 30 * MINUTE_MS, maxBytes: 64 * GIB },
  // A log may be silent for hours and is still followed.
  logs: { perServer: 64, perPerson: 16, idleMs: 24 * 60 * MINUTE_MS, maxBytes: 64 * GIB },
};

/** Counts streams by kind and person. */
export class StreamCounts {
  readonly #limits: Readonly<Record<StreamKind, KindLimits>>;
  readonly #open = new Map<string, number>();

  constructor(limits: Readonly<Record<StreamKind, KindLimits>>) {
    this.#limits = limits;
  }

  /** Takes a place and gives the function that frees it; a sentence when there is none. */
  take(kind: StreamKind, person: string): (() => void) | string {
    const { perServer, perPerson } = this.#limits[kind];
    if (this.#count(kind) >= perServer) {
      return `${perServer} ${kind} streams are open on this node; that is as many as it takes.`;
    }
    if (this.#count(`${kind} ${person}`) >= perPerson) {
      return `You have ${perPerson} ${kind} streams open; close one first.`;
    }
    const keys = [kind, `${kind} ${person}`];
    for (const key of keys) this.#add(key, 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      for (const key of keys) this.#add(key, -1);
    };
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #add(key: string, change: number): void {
    const count = this.#count(key) + change;
    if (count === 0) this.#open.delete(key);
    else this.#open.set(key, count);
  }
}
