import type { Ingest } from '../contract/runtime-objects.ts';
import type { StoredManifest } from '../cri/runtime-connection.ts';
import { digestOfRef, type TrackedPull } from './tracked-pull.ts';

/** 1 s: clocks of log and store are the same, but rounded differently. */
const CLOCK_SLACK_MS = 1_000;

export interface ManifestClues {
  readonly stored: readonly StoredManifest[];
  readonly ingests: readonly Ingest[];
  /** Ids of the images the node has; an image's id is its configuration's digest. */
  readonly presentImageIds: ReadonlySet<string>;
  /** Manifests that an index named by digest leads to, by the index's digest. */
  readonly inIndex: ReadonlyMap<string, readonly string[]>;
  /** Digests of manifests that other pulls in flight have been given already. */
  readonly settled: ReadonlySet<string>;
}

/** 0: no sign that this pull is about it; else the stronger the higher. */
function weightOf(pull: TrackedPull, manifest: StoredManifest, clues: ManifestClues): number {
  const { digest } = pull.name;
  if (digest !== null) {
    const isNamed =
      manifest.digest === digest || clues.inIndex.get(digest)?.includes(manifest.digest);
    return isNamed ? 4 : 0;
  }
  const coming = new Set(clues.ingests.map((ingest) => digestOfRef(ingest.ref)));
  if (manifest.layerDigests.some((layer) => coming.has(layer))) return 3;
  if (pull.beganAtMs === null) return 0;
  const fromMs = pull.beganAtMs - CLOCK_SLACK_MS;
  if (Math.max(manifest.createdAtMs ?? 0, manifest.updatedAtMs ?? 0) >= fromMs) return 2;
  // Left by a pull that did not end: the image it belongs to is not on the node.
  return clues.presentImageIds.has(manifest.configDigest) ? 0 : 1;
}

function candidatesOf(pull: TrackedPull, clues: ManifestClues): readonly StoredManifest[] {
  const weighed = clues.stored.map((manifest) => ({
    manifest,
    weight: weightOf(pull, manifest, clues),
  }));
  const best = Math.max(0, ...weighed.map((item) => item.weight));
  if (best === 0) return [];
  return weighed
    .filter((item) => item.weight === best)
    .map((item) => item.manifest)
    .sort((a, b) => (a.createdAtMs ?? 0) - (b.createdAtMs ?? 0));
}

export interface ChosenManifest {
  readonly manifest: StoredManifest;
  /** Another pull of the same repository may own it as well. */
  readonly isShared: boolean;
}

/**
 * Which manifest each pull of one repository is about. The store does not tell tags: where there are as many manifests
 * as pulls they are given in the order both came; where there are fewer, nobody knows, and all of them share. Accepted:
 * a pull that hangs before its manifest came looks like the one beside it until that has ended.
 */
export function chooseManifests(
  pulls: readonly TrackedPull[],
  clues: ManifestClues,
): ReadonlyMap<TrackedPull, ChosenManifest> {
  const chosen = new Map<TrackedPull, ChosenManifest>();
  const taken = new Set(clues.settled);
  const open = [...pulls].sort((a, b) => (a.beganAtMs ?? 0) - (b.beganAtMs ?? 0));
  const ofTags = open.filter((pull) => pull.name.digest === null);
  const offered = new Set(
    ofTags.flatMap((pull) => candidatesOf(pull, clues).map((manifest) => manifest.digest)),
  );
  const isScarce = ofTags.length > 1 && offered.size < ofTags.length;
  for (const pull of open) {
    const candidates = candidatesOf(pull, clues);
    const [first] = candidates;
    if (first === undefined) continue;
    if (pull.name.digest !== null) {
      chosen.set(pull, { manifest: first, isShared: false });
      continue;
    }
    const free = candidates.find((item) => !taken.has(item.digest));
    const manifest = isScarce ? first : (free ?? first);
    chosen.set(pull, { manifest, isShared: isScarce || free === undefined });
    taken.add(manifest.digest);
  }
  return chosen;
}
