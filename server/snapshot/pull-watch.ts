import type { PullActivity } from '../contract/pull-activity.ts';
import type { Ingest } from '../contract/runtime-objects.ts';
import type { Containerd, StoredManifest } from '../cri/runtime-connection.ts';
import { type ChosenManifest, chooseManifests } from './choose-manifests.ts';
import { forEachLimited } from './limited.ts';
import type { PullReading, WantedPull } from './pull-reading.ts';
import { digestOfRef, TrackedPull } from './tracked-pull.ts';
import { UnpackWatch } from './unpack-watch.ts';

/** 16 pulls at once: kubelet makes one, or a few where it is told to; the others are told by their blobs alone. */
const MAX_PULLS = 16;
/** The manifest comes with the first bytes: soon asked for again, later seldom, since the store is walked for it. */
const QUICK_LOOKS = 10;
const SLOW_LOOK_MS = 5_000;
/** 8: layers come in roughly in order, three at a time; each is one small question. */
const LAYERS_A_LOOK = 8;
const QUESTIONS_AT_ONCE = 4;
/** 5 looks: the configuration comes right behind the manifest. */
const CONFIG_LOOKS = 5;

export interface PullWatchOptions {
  readonly containerd: Containerd;
  readonly nowMs: () => number;
}

/**
 * Remembers the pulls in flight from one look to the next: which blobs are whose, which layers are here, how bytes and
 * snapshots moved. Bounded, and forgotten with the pull.
 */
export class PullWatch {
  readonly #containerd: Containerd;
  readonly #nowMs: () => number;
  readonly #unpack: UnpackWatch;
  readonly #tracked = new Map<string, TrackedPull>();
  readonly #indexes = new Map<string, readonly string[]>();

  constructor({ containerd, nowMs }: PullWatchOptions) {
    this.#containerd = containerd;
    this.#nowMs = nowMs;
    this.#unpack = new UnpackWatch(containerd.pulls, nowMs);
  }

  /** Looks once at what these pulls have done. Throws where not even the blobs being written are told. */
  async look(
    wanted: readonly WantedPull[],
    presentImageIds: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<PullReading> {
    const pulls = this.#follow(wanted);
    const ingests = await this.#containerd.listIngests({ signal });
    await this.#tolerate(signal, () => this.#identify(ingests, presentImageIds, signal));
    for (const pull of pulls)
      await this.#tolerate(signal, () => this.#findLayers(pull, ingests, signal));
    const unowned = this.#unowned(ingests);
    for (const pull of pulls) pull.update(ingests, unowned, this.#nowMs());
    this.#noteShared(unowned);
    const complete = pulls.filter((pull) => pull.manifest !== null && pull.isComplete);
    await this.#tolerate(signal, () => this.#unpack.look(complete, signal));
    return { ingests, pulls: pulls.map((pull): PullActivity => pull.activity()) };
  }

  /** Nothing seems to be pulled: what was remembered is of no use any more. */
  forget(): void {
    this.#tracked.clear();
    this.#indexes.clear();
  }

  /** What a runtime does not serve or answer blinds its own part; the bytes in flight are worth telling without it. */
  async #tolerate(signal: AbortSignal, look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (signal.aborted) throw error;
    }
  }

  #follow(wanted: readonly WantedPull[]): readonly TrackedPull[] {
    const names = new Set(wanted.map((pull) => pull.imageRef));
    for (const name of this.#tracked.keys()) if (!names.has(name)) this.#tracked.delete(name);
    if (this.#tracked.size === 0) this.#indexes.clear();
    for (const pull of wanted) {
      const known = this.#tracked.get(pull.imageRef);
      // Of several calls for one image the first one's begin counts.
      if (known !== undefined) known.beganAtMs ??= pull.beganAtMs;
      else if (this.#tracked.size < MAX_PULLS)
        this.#tracked.set(pull.imageRef, new TrackedPull(pull));
    }
    return [...this.#tracked.values()];
  }

  async #identify(
    ingests: readonly Ingest[],
    presentImageIds: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const open = [...this.#tracked.values()].filter(
      (pull) => pull.manifest === null || pull.isShared,
    );
    for (const group of byRepository(open.filter((pull) => this.#isDue(pull)))) {
      const [first] = group;
      if (first === undefined) continue;
      for (const pull of group) pull.lastLookAtMs = this.#nowMs();
      const stored = await this.#containerd.pulls.manifests(first.name, { signal });
      const inIndex = await this.#indexesOf(group, stored, signal);
      const settled = this.#settled();
      const clues = { stored, ingests, presentImageIds, inIndex, settled };
      const chosen = chooseManifests(group, clues);
      for (const pull of group) await this.#settle(pull, chosen.get(pull), signal);
    }
  }

  #settled(): ReadonlySet<string> {
    const settled = new Set<string>();
    for (const { manifest, isShared } of this.#tracked.values())
      if (manifest !== null && !isShared) settled.add(manifest.digest);
    return settled;
  }

  #isDue(pull: TrackedPull): boolean {
    if (pull.manifest === null && pull.missedLooks < QUICK_LOOKS) return true;
    return this.#nowMs() - pull.lastLookAtMs >= SLOW_LOOK_MS;
  }

  /** A name with a digest may mean an index; which manifests it leads to is read once. */
  async #indexesOf(
    group: readonly TrackedPull[],
    stored: readonly StoredManifest[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    for (const { name } of group) {
      const { digest } = name;
      if (digest === null || (this.#indexes.get(digest)?.length ?? 0) > 0) continue;
      if (stored.some((manifest) => manifest.digest === digest)) continue;
      this.#indexes.set(digest, await this.#containerd.pulls.index(digest, { signal }));
    }
    return this.#indexes;
  }

  async #settle(
    pull: TrackedPull,
    chosen: ChosenManifest | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (chosen === undefined) {
      pull.missedLooks += 1;
      return;
    }
    const { digest } = chosen.manifest;
    pull.isShared = chosen.isShared;
    if (pull.manifest?.digest === digest) return;
    const manifest = await this.#containerd.pulls.manifest(digest, { signal });
    pull.chainIds = null;
    pull.unpack = null;
    pull.manifest = manifest === null ? null : { ...manifest, digest };
    if (manifest === null) pull.missedLooks += 1;
    else await this.#firstLook(pull, signal);
  }

  /** Everything that is here already is found at once, so that it does not read as progress later. */
  async #firstLook(pull: TrackedPull, signal: AbortSignal): Promise<void> {
    pull.missedLooks = 0;
    await this.#ask(pull, pull.missingLayers([]), signal);
  }

  async #findLayers(
    pull: TrackedPull,
    ingests: readonly Ingest[],
    signal: AbortSignal,
  ): Promise<void> {
    if (pull.manifest === null) return;
    if (pull.chainIds === null && pull.missedLooks < CONFIG_LOOKS)
      await this.#readConfig(pull, ingests, signal);
    if (!pull.hasNewState(ingests)) return;
    await this.#ask(pull, pull.missingLayers(ingests).slice(0, LAYERS_A_LOOK), signal);
  }

  async #readConfig(
    pull: TrackedPull,
    ingests: readonly Ingest[],
    signal: AbortSignal,
  ): Promise<void> {
    const { manifest } = pull;
    if (manifest === null) return;
    pull.chainIds = await this.#containerd.pulls.chainIds(manifest.configDigest, { signal });
    if (pull.chainIds === null) {
      pull.missedLooks += 1;
      return;
    }
    const [first] = manifest.layers;
    if (first === undefined || !pull.missingLayers(ingests).includes(first.digest)) return;
    const count = await this.#unpack.unpackedLayers(pull.chainIds, signal);
    pull.markHere(manifest.layers.slice(0, count).map((layer) => layer.digest));
  }

  async #ask(pull: TrackedPull, digests: readonly string[], signal: AbortSignal): Promise<void> {
    await forEachLimited(digests, QUESTIONS_AT_ONCE, async (digest) => {
      if (await this.#containerd.pulls.hasBlob(digest, { signal })) pull.markHere([digest]);
    });
  }

  /** Blobs that no manifest known here names. */
  #unowned(ingests: readonly Ingest[]): readonly Ingest[] {
    const owned = new Set<string>();
    for (const { manifest } of this.#tracked.values())
      for (const layer of manifest?.layers ?? []) owned.add(layer.digest);
    return ingests.filter(
      ({ ref }) => !owned.has(digestOfRef(ref)) && !/^(?:manifest|index|config)-/u.test(ref),
    );
  }

  #noteShared(unowned: readonly Ingest[]): void {
    const open = [...this.#tracked.values()].filter((pull) => pull.manifest === null);
    for (const pull of open) pull.isShared = open.length > 1 && unowned.length > 0;
  }
}

function byRepository(pulls: readonly TrackedPull[]): readonly (readonly TrackedPull[])[] {
  const groups = new Map<string, TrackedPull[]>();
  for (const pull of pulls) {
    const key = `${pull.name.registry}/${pull.name.repository}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pull]);
    else group.push(pull);
  }
  return [...groups.values()];
}
