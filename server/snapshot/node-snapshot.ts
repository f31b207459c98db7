import type { UsualDuration } from '../contract/history.ts';
import type { HostFacts } from '../contract/host-facts.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { KubeFacts } from '../contract/kube-facts.ts';
import type { KubeletFacts } from '../contract/kubelet-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { PodLogDirectory, StaticManifest } from '../contract/node-files.ts';
import type { RuntimeHealth } from '../contract/node-status.ts';
import type { PullActivity } from '../contract/pull-activity.ts';
import type {
  Container,
  ContainerStatus,
  Image,
  Ingest,
  RuntimeStatus,
  RuntimeVersion,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';
import type { Section } from '../contract/section.ts';

export type { PodLogDirectory, StaticManifest } from '../contract/node-files.ts';

/**
 * Everything the sources know at one moment, without judgement. Each part is gathered on its own: one failure blinds
 * one Section. Lists of the runtime keep their last value (older `asOfMs`) while it does not answer.
 */
export interface NodeSnapshot {
  readonly takenAtMs: number;
  readonly nodeName: string;
  readonly health: RuntimeHealth;
  readonly version: Section<RuntimeVersion>;
  readonly runtime: Section<RuntimeStatus>;
  readonly sandboxes: Section<readonly Sandbox[]>;
  readonly containers: Section<readonly Container[]>;
  /** By container id; only of containers whose list row does not decide (not running). */
  readonly containerStatuses: Readonly<Record<string, ContainerStatus>>;
  /** By sandbox id; of the newest sandbox of each pod, read once and kept. */
  readonly sandboxStatuses: Readonly<Record<string, SandboxStatus>>;
  readonly images: Section<readonly Image[]>;
  /** Blobs being pulled now; unavailable on CRI-O. */
  readonly ingests: Section<readonly Ingest[]>;
  /** Whose blobs they are and how far each pull is, as far as the store tells; absent in what was recorded before. */
  readonly pulls?: Section<readonly PullActivity[]>;
  /** CRI calls read from the runtime's log, oldest first, bounded. */
  readonly calls: Section<readonly CallRecord[]>;
  /** The runtime's warning and error lines, oldest first, bounded: the innermost cause may stand in another line. */
  readonly runtimeLog: Section<readonly LogLine[]>;
  readonly kubeletPods: Section<readonly KubeletPod[]>;
  /** Which of kubelet's ways gave them; absent: its port. */
  readonly kubeletPodsBy?: 'port' | 'socket';
  /** kubelet's lines that name a pod, volume, manifest or runtime state, oldest first, bounded. */
  readonly kubeletLog: Section<readonly LogLine[]>;
  readonly podLogDirectories: Section<readonly PodLogDirectory[]>;
  /** By container id: the last lines (at most 15) of containers that ended. */
  readonly logTails: Readonly<Record<string, readonly string[]>>;
  readonly manifests: Section<readonly StaticManifest[]>;
  /** The kernel's lines about memory, hung tasks and cgroups, oldest first, bounded. */
  readonly kernelLog: Section<readonly LogLine[]>;
  readonly host: HostFacts;
  readonly kubelet: KubeletFacts;
  readonly kube: KubeFacts;
  /** What history has learnt of this node's calls. */
  readonly usual: Section<readonly UsualDuration[]>;
}
