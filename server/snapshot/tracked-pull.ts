import { splitImageName } from '../contract/image-name.ts';
import type { PullActivity, PullLayer, PullUnpack } from '../contract/pull-activity.ts';
import type { Ingest } from '../contract/runtime-objects.ts';
import type { ImageManifest } from '../cri/runtime-connection.ts';
import type { WantedPull } from './pull-reading.ts';

/** 128 layers: more than a runtime takes for one image. */
const MAX_LAYERS = 128;
/** 60 s of changes: a slow line writes a lump of half a MiB every so often, and the rate is over several of them. */
const SAMPLES_MS = 60_000;
const MAX_SAMPLES = 64;
/** 5 s: while nobody looked for longer, nobody knows how long the line was quiet. */
const LOOKS_APART_MS = 5_000;
/** 1 s: clocks of log and store are the same, but rounded differently. */
const CLOCK_SLACK_MS = 1_000;

interface KnownManifest extends ImageManifest {
  readonly digest: string;
}

/** One pull in flight: whose layers they are, which are here, and how the bytes moved. */
export class TrackedPull {
  readonly imageRef: string;
  readonly name: ReturnType<typeof splitImageName>;
  beganAtMs: number | null;
  manifest: KnownManifest | null = null;
  isShared = false;
  /** Keys of the image's snapshots; null while its configuration is not here. */
  chainIds: readonly string[] | null = null;
  /** Looks at the store that did not bring the manifest. */
  missedLooks = 0;
  lastLookAtMs = 0;
  unpack: PullUnpack | null = null;
  readonly #here = new Set<string>();
  #layers: readonly PullLayer[] = [];
  #samples: { atMs: number; doneBytes: number }[] = [];
  #movedAtMs: number | null = null;
  #longestPauseMs = 0;
  #seenAtMs = 0;
  #shape = '';
  #state = '';

  constructor({ imageRef, beganAtMs }: WantedPull) {
    this.imageRef = imageRef;
    this.beganAtMs = beganAtMs;
    this.name = splitImageName(imageRef);
  }

  /** Digests of the layers that were not found in the store yet, those that were coming in last first. */
  missingLayers(ingests: readonly Ingest[]): readonly string[] {
    const written = new Set(ingests.map((ingest) => digestOfRef(ingest.ref)));
    const isComing = new Set(
      this.#layers.filter((layer) => layer.state === 'downloading').map((layer) => layer.digest),
    );
    const missing = this.#digests().filter(
      (digest) => !this.#here.has(digest) && !written.has(digest),
    );
    return missing.sort((a, b) => Number(isComing.has(b)) - Number(isComing.has(a)));
  }

  /** True when blobs of this image began or ended to come in since it was last asked: only then layers can be new. */
  hasNewState(ingests: readonly Ingest[]): boolean {
    const own = new Set(this.#digests());
    const coming = ingests.map(({ ref }) => digestOfRef(ref)).filter((digest) => own.has(digest));
    const state = `${this.#here.size} ${coming.join()}`;
    const isNew = coming.length === 0 || state !== this.#state;
    this.#state = state;
    return isNew;
  }

  /** Takes these layers as here: in the store, or unpacked by an earlier pull. */
  markHere(digests: readonly string[]): void {
    for (const digest of digests) this.#here.add(digest);
  }

  get isComplete(): boolean {
    return this.#layers.length > 0 && this.#layers.every((layer) => layer.state === 'done');
  }

  /** Takes the blobs being written at `nowMs`; `unowned` are those that no manifest claims. */
  update(ingests: readonly Ingest[], unowned: readonly Ingest[], nowMs: number): void {
    const own = this.manifest === null ? this.#sinceBegin(unowned, nowMs) : ingests;
    const byDigest = new Map(own.map((ingest) => [digestOfRef(ingest.ref), ingest]));
    const before = this.#layers;
    this.#layers =
      this.manifest === null
        ? own.slice(0, MAX_LAYERS).map(toLooseLayer)
        : this.manifest.layers.slice(0, MAX_LAYERS).map(({ digest, sizeBytes }) =>
            toLayer(digest, sizeBytes, {
              ingest: byDigest.get(digest),
              isHere: this.#here.has(digest),
            }),
          );
    this.#note(before, nowMs);
  }

  activity(): PullActivity {
    return {
      imageRef: this.imageRef,
      manifestDigest: this.manifest?.digest ?? null,
      layers: this.#layers,
      layersDropped: Math.max(0, (this.manifest?.layers.length ?? 0) - MAX_LAYERS),
      isShared: this.isShared,
      samples: [...this.#samples],
      movedAtMs: this.#movedAtMs,
      longestPauseMs: this.#longestPauseMs,
      unpack: this.unpack,
    };
  }

  #digests(): readonly string[] {
    return (this.manifest?.layers ?? []).slice(0, MAX_LAYERS).map((layer) => layer.digest);
  }

  #sinceBegin(ingests: readonly Ingest[], nowMs: number): readonly Ingest[] {
    const fromMs = (this.beganAtMs ?? 0) - CLOCK_SLACK_MS;
    return ingests.filter((ingest) => (ingest.startedAtMs ?? nowMs) >= fromMs);
  }

  /** Writes down whether anything moved since the last look. */
  #note(before: readonly PullLayer[], nowMs: number): void {
    const doneBytes = this.#layers.reduce((sum, layer) => sum + layer.doneBytes, 0);
    // Bytes of layers that were here before must not read as a burst: when the list of layers changes, begin anew.
    const shape = `${this.manifest?.digest ?? ''}:${this.#layers.length}`;
    const isFirst = this.#shape !== shape;
    const isGap = nowMs - this.#seenAtMs > LOOKS_APART_MS;
    this.#shape = shape;
    this.#seenAtMs = nowMs;
    if (isFirst || isGap) {
      const hasGrown = !isFirst && this.#samples.at(-1)?.doneBytes !== doneBytes;
      this.#samples = [{ atMs: nowMs, doneBytes }];
      this.#movedAtMs = latestWrite(this.#layers) ?? (hasGrown ? nowMs : this.#movedAtMs);
      return;
    }
    const last = this.#samples.at(-1);
    const isMoving =
      last?.doneBytes !== doneBytes ||
      this.#layers.some((layer, index) => layer.state !== before[index]?.state);
    if (!isMoving) return;
    this.#samples.push({ atMs: nowMs, doneBytes });
    while (this.#isTooOld(this.#samples, nowMs)) this.#samples.shift();
    this.#moved(nowMs);
  }

  #isTooOld(samples: readonly { readonly atMs: number }[], nowMs: number): boolean {
    const second = samples[1];
    return (
      samples.length > MAX_SAMPLES || (second !== undefined && nowMs - second.atMs > SAMPLES_MS)
    );
  }

  #moved(nowMs: number): void {
    const fromMs = this.#movedAtMs;
    if (fromMs !== null) this.#longestPauseMs = Math.max(this.#longestPauseMs, nowMs - fromMs);
    this.#movedAtMs = nowMs;
  }
}

/** "layer-sha256:…" names the blob it will be. */
export function digestOfRef(ref: string): string {
  const dash = ref.indexOf('-');
  return dash < 0 ? ref : ref.slice(dash + 1);
}

/** When a byte was last written to one of them, as far as their files tell. */
function latestWrite(layers: readonly PullLayer[]): number | null {
  const times = layers
    .filter((layer) => layer.state === 'downloading' && layer.doneBytes > 0)
    .map((layer) => layer.updatedAtMs)
    .filter((atMs) => atMs !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function toLooseLayer(ingest: Ingest): PullLayer {
  return toLayer(digestOfRef(ingest.ref), ingest.totalBytes, { ingest, isHere: false });
}

function toLayer(
  digest: string,
  sizeBytes: number,
  { ingest, isHere }: { readonly ingest: Ingest | undefined; readonly isHere: boolean },
): PullLayer {
  const totalBytes = sizeBytes > 0 ? sizeBytes : ingest?.totalBytes || null;
  if (isHere) {
    const doneBytes = totalBytes ?? 0;
    return { digest, state: 'done', doneBytes, totalBytes, startedAtMs: null, updatedAtMs: null };
  }
  return {
    digest,
    state: ingest === undefined ? 'waiting' : 'downloading',
    doneBytes: ingest?.offsetBytes ?? 0,
    totalBytes,
    startedAtMs: ingest?.startedAtMs ?? null,
    updatedAtMs: ingest?.updatedAtMs ?? null,
  };
}
