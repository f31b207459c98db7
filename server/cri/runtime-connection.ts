import type { ImageName } from '../contract/image-name.ts';
import type { RuntimeHealth } from '../contract/node-status.ts';
import type { Ingest } from '../contract/runtime-objects.ts';
import type { CallOptions, Cri } from './cri.ts';

/**
 * Something changed in the runtime, or may have while no stream was open (topic /stream/opened): read the lists again.
 * Bursts are the receiver's to fold.
 */
export interface RuntimeEvent {
  readonly topic: string;
  readonly atMs: number;
  readonly containerId: string | null;
}

/** containerd's own API on the same socket; CRI-O serves none of it (CriError, isUnimplemented). */
export interface Containerd {
  /** Blobs being written now in namespace k8s.io. */
  listIngests(options: CallOptions): Promise<readonly Ingest[]>;
  /** Plugins with an init error, as "type.id: error". */
  failedPlugins(options: CallOptions): Promise<readonly string[]>;
  readonly pulls: PullQuestions;
}

/** What is asked to tell whose blobs are coming in, and how far they are unpacked. */
export interface PullQuestions {
  /** Manifests in the content store that came from this repository. */
  manifests(source: ImageSource, options: CallOptions): Promise<readonly StoredManifest[]>;
  /** Null when the blob is not here or is no image manifest. */
  manifest(digest: string, options: CallOptions): Promise<ImageManifest | null>;
  /** The manifests an index names; empty when it is not here or is no index. */
  index(digest: string, options: CallOptions): Promise<readonly string[]>;
  /** The keys of the image's snapshots, one a layer; null when the configuration is not here. */
  chainIds(configDigest: string, options: CallOptions): Promise<readonly string[] | null>;
  hasBlob(digest: string, options: CallOptions): Promise<boolean>;
  /** Snapshotters that came up. */
  snapshotters(options: CallOptions): Promise<readonly string[]>;
  /** Layers being unpacked now; the runtime walks all snapshots for it. */
  extractions(snapshotter: string, options: CallOptions): Promise<readonly Extraction[]>;
  hasSnapshot(snapshot: SnapshotKey, options: CallOptions): Promise<boolean>;
  /** Null when it is gone; the runtime walks the snapshot's tree for it. */
  snapshotBytes(snapshot: SnapshotKey, options: CallOptions): Promise<number | null>;
}

/** Where an image's name says it comes from. */
export type ImageSource = Pick<ImageName, 'registry' | 'repository'>;

export interface SnapshotKey {
  readonly snapshotter: string;
  readonly key: string;
}

/** A manifest that is in the content store. */
export interface StoredManifest {
  readonly digest: string;
  readonly createdAtMs: number | null;
  /** When a label was last written, which each pull does; null where the release does not tell. */
  readonly updatedAtMs: number | null;
  readonly configDigest: string;
  /** In order; empty where the runtime drops layers once they are unpacked. */
  readonly layerDigests: readonly string[];
}

/** What a manifest says of its image. */
export interface ImageManifest {
  readonly configDigest: string;
  readonly layers: readonly { readonly digest: string; readonly sizeBytes: number }[];
}

/** A layer that is being unpacked: containerd writes it under a key that ends with the id it will bear. */
export interface Extraction {
  readonly key: string;
  readonly chainId: string;
  readonly createdAtMs: number | null;
}

/**
 * The one owner of the runtime's socket: channel, health, recovery. It opens a new channel as soon as the socket's
 * inode changes, so recovery does not wait for gRPC's back-off. While health is hung every call but the one probe is
 * refused at once: no call piles up behind another.
 */
export interface RuntimeConnection {
  readonly endpoint: string;
  readonly cri: Cri;
  readonly containerd: Containerd;
  health(): RuntimeHealth;
  /** Calls back on each change of health.state; returns the unsubscribe function. */
  onHealthChange(listener: () => void): () => void;
  /**
   * While someone watches, Version is asked twice a second (one outstanding), so that a hang shows within 2 s. Otherwise
   * only the event stream stays open.
   */
  setWatched(isWatched: boolean): void;
  /** Live events of containerd or CRI-O; reconnects by itself, ends with the signal. */
  events(signal: AbortSignal): AsyncIterable<RuntimeEvent>;
  /** False where no event stream is served: the caller polls while someone watches. */
  hasEvents(): boolean;
  close(): Promise<void>;
}
