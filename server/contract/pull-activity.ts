/**
 * What the runtime's content store shows of one pull that seems to be in flight, without judgement. Times are Unix ms.
 * Sizes are of packed blobs as the registry sends them.
 */
export interface PullActivity {
  /** As the caller of PullImage wrote it. */
  readonly imageRef: string;
  /** The image's manifest; null while it is not here. */
  readonly manifestDigest: string | null;
  /** In the manifest's order, bounded; without a manifest the blobs that may be this image's. */
  readonly layers: readonly PullLayer[];
  readonly layersDropped: number;
  /** True when other pulls in flight may own these blobs as well: no manifest parts them yet. */
  readonly isShared: boolean;
  /** Bytes over all layers at the moments they changed, oldest first, bounded; begins anew when a layer becomes known. */
  readonly samples: readonly { readonly atMs: number; readonly doneBytes: number }[];
  /** When a byte or a layer last came in; null when none was seen to. */
  readonly movedAtMs: number | null;
  /** The longest quiet time between two such moments: slow lines write in lumps. */
  readonly longestPauseMs: number;
  /** Null while layers are missing. */
  readonly unpack: PullUnpack | null;
}

export interface PullLayer {
  readonly digest: string;
  readonly state: 'waiting' | 'downloading' | 'done';
  readonly doneBytes: number;
  readonly totalBytes: number | null;
  readonly startedAtMs: number | null;
  readonly updatedAtMs: number | null;
}

/** All layers are here and the pull has not ended: they are being unpacked. */
export interface PullUnpack {
  /** Since when no layer was missing. */
  readonly sinceMs: number;
  /** The layer that is written to a snapshot now, counted from 1; null where no snapshotter shows one. */
  readonly layer: number | null;
  readonly layerCount: number;
  readonly snapshotKey: string | null;
  /** When the snapshot changed or grew; null before two looks. */
  readonly movedAtMs: number | null;
  /** What the snapshot holds; null while it was not asked for. */
  readonly writtenBytes: number | null;
}
