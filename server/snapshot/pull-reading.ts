import type { PullActivity } from '../contract/pull-activity.ts';
import type { Ingest } from '../contract/runtime-objects.ts';

/** A pull that seems to be in flight, as journal or kubelet name it. */
export interface WantedPull {
  readonly imageRef: string;
  readonly beganAtMs: number | null;
}

/** The blobs that are being written, and whose they are. */
export interface PullReading {
  readonly ingests: readonly Ingest[];
  readonly pulls: readonly PullActivity[];
}

export const NO_PULLS: PullReading = { ingests: [], pulls: [] };
