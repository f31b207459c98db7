import type { Dress, DressLog } from '../dress/dress.ts';
import type { Random } from '../engine/random.ts';
import type { Scheduler } from '../engine/scheduler.ts';
import type { KubeletLog } from '../files/kubelet-log.ts';
import type { PodLogs } from '../files/pod-logs.ts';
import type { PodRecord } from './pod-record.ts';
import type { SimStore } from './store.ts';

/** The parts of one simulated node, handed to everything that happens on it. */
export interface SimNode {
  readonly name: string;
  readonly clock: Scheduler;
  readonly random: Random;
  readonly dress: Dress;
  readonly store: SimStore;
  readonly runtimeLog: DressLog;
  readonly kubeletLog: KubeletLog;
  readonly podLogs: PodLogs;
  /** What kubelet knows, by uid. */
  readonly pods: Map<string, PodRecord>;
  /** Since when the CNI directory is empty; null while it is not. */
  readonly cniMissingSinceMs: number | null;
  /** kubelet pulls one image at a time (serializeImagePulls). */
  readonly isPullSerialized: boolean;
  /** The image being pulled while pulls are serialized, else null. */
  pullingImage: string | null;
}
