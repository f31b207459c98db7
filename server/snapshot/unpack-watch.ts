import type { PullUnpack } from '../contract/pull-activity.ts';
import type { Extraction, PullQuestions } from '../cri/runtime-connection.ts';
import type { TrackedPull } from './tracked-pull.ts';

/** 5 s: containerd walks all its snapshots for the answer. */
const EXTRACTIONS_MS = 5_000;
/** 15 s, and only of a layer that takes longer than that: containerd walks the whole tree for its size. */
const SIZE_MS = 15_000;
/** 5 s: the size of a tree on a disk in trouble may never come. */
const SIZE_DEADLINE_MS = 5_000;
/** Once there were none, which come up does not change before the runtime starts again. */
const SNAPSHOTTERS_MS = 10 * 60_000;

/** What the snapshotters show of images being unpacked. Asks only while some image has all its layers. */
export class UnpackWatch {
  readonly #pulls: PullQuestions;
  readonly #nowMs: () => number;
  #snapshotters: readonly string[] = [];
  #snapshottersAtMs = Number.NEGATIVE_INFINITY;
  #inUse: string | null = null;
  #extractions: readonly Extraction[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;
  readonly #sizes = new Map<string, { readonly atMs: number; readonly bytes: number | null }>();

  constructor(pulls: PullQuestions, nowMs: () => number) {
    this.#pulls = pulls;
    this.#nowMs = nowMs;
  }

  /** Which of the image's first layers are unpacked already; a runtime may keep no packed blob of those. */
  async unpackedLayers(chainIds: readonly string[], signal: AbortSignal): Promise<number> {
    const [first] = chainIds;
    if (first === undefined) return 0;
    for (const snapshotter of await this.#names(signal)) {
      if (!(await this.#pulls.hasSnapshot({ snapshotter, key: first }, { signal }))) continue;
      this.#inUse = snapshotter;
      let count = 1;
      for (const key of chainIds.slice(1)) {
        if (!(await this.#pulls.hasSnapshot({ snapshotter, key }, { signal }))) break;
        count += 1;
      }
      return count;
    }
    return 0;
  }

  /** Notes in each pull, whose layers are all here, which of them is being unpacked. */
  async look(complete: readonly TrackedPull[], signal: AbortSignal): Promise<void> {
    const nowMs = this.#nowMs();
    if (complete.length === 0) return this.#forget();
    for (const pull of complete) pull.unpack ??= unseenUnpack(pull, nowMs);
    if (nowMs - this.#askedAtMs >= EXTRACTIONS_MS) {
      this.#askedAtMs = nowMs;
      this.#extractions = await this.#ask(signal);
    }
    for (const pull of complete) {
      const found = this.#extractions.find((item) => isOf(item, pull, complete.length));
      pull.unpack = await this.#next(pull, found, signal);
    }
  }

  #forget(): void {
    this.#extractions = [];
    this.#askedAtMs = Number.NEGATIVE_INFINITY;
    this.#sizes.clear();
  }

  async #next(
    pull: TrackedPull,
    found: Extraction | undefined,
    signal: AbortSignal,
  ): Promise<PullUnpack> {
    const before = pull.unpack ?? unseenUnpack(pull, this.#nowMs());
    if (found === undefined) {
      const isOver = before.snapshotKey !== null;
      const movedAtMs = isOver ? this.#nowMs() : before.movedAtMs;
      return { ...before, layer: null, snapshotKey: null, writtenBytes: null, movedAtMs };
    }
    const layer = (pull.chainIds?.indexOf(found.chainId) ?? -1) + 1 || null;
    if (before.snapshotKey !== found.key) {
      const movedAtMs = Math.max(found.createdAtMs ?? 0, before.sinceMs);
      return { ...before, layer, snapshotKey: found.key, writtenBytes: null, movedAtMs };
    }
    const writtenBytes = await this.#size(found, signal);
    if (writtenBytes === null || writtenBytes === before.writtenBytes) return { ...before, layer };
    return { ...before, layer, writtenBytes, movedAtMs: this.#nowMs() };
  }

  async #size({ key }: Extraction, signal: AbortSignal): Promise<number | null> {
    const snapshotter = this.#inUse;
    const known = this.#sizes.get(key);
    const nowMs = this.#nowMs();
    if (snapshotter === null || (known !== undefined && nowMs - known.atMs < SIZE_MS))
      return known?.bytes ?? null;
    this.#sizes.set(key, { atMs: nowMs, bytes: known?.bytes ?? null });
    const options = { signal, deadlineMs: SIZE_DEADLINE_MS };
    const bytes = await this.#pulls.snapshotBytes({ snapshotter, key }, options).catch(() => {
      // A size that does not come is no movement, and no reason to lose what the snapshots told.
      return null;
    });
    if (bytes !== null) this.#sizes.set(key, { atMs: nowMs, bytes });
    return bytes ?? known?.bytes ?? null;
  }

  async #ask(signal: AbortSignal): Promise<readonly Extraction[]> {
    const names = await this.#names(signal);
    // The one in use first; the others may be in use by another runtime class.
    const ordered = [...names].sort(
      (a, b) => Number(b === this.#inUse) - Number(a === this.#inUse),
    );
    for (const snapshotter of ordered) {
      const found = await this.#pulls.extractions(snapshotter, { signal });
      if (found.length === 0) continue;
      this.#inUse = snapshotter;
      return found;
    }
    return [];
  }

  async #names(signal: AbortSignal): Promise<readonly string[]> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#snapshottersAtMs < SNAPSHOTTERS_MS) return this.#snapshotters;
    const names = await this.#pulls.snapshotters({ signal });
    // overlayfs is what almost every node uses.
    this.#snapshotters = [...names].sort(
      (a, b) => Number(b === 'overlayfs') - Number(a === 'overlayfs'),
    );
    this.#snapshottersAtMs = nowMs;
    return this.#snapshotters;
  }
}

function unseenUnpack(pull: TrackedPull, nowMs: number): PullUnpack {
  return {
    sinceMs: Math.max(pull.activity().movedAtMs ?? 0, pull.beganAtMs ?? 0) || nowMs,
    layer: null,
    layerCount: pull.manifest?.layers.length ?? 0,
    snapshotKey: null,
    movedAtMs: null,
    writtenBytes: null,
  };
}

/** Its own by the chain id; without a configuration to tell, the only one there can be. */
function isOf(item: Extraction, pull: TrackedPull, completeCount: number): boolean {
  return pull.chainIds === null ? completeCount === 1 : pull.chainIds.includes(item.chainId);
}
