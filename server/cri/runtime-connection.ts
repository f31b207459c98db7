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
