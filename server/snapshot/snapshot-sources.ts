import type { UsualDuration } from '../contract/history.ts';
import type { Section } from '../contract/section.ts';
import type { RuntimeConnection } from '../cri/runtime-connection.ts';
import type { Host } from '../host/host.ts';
import type { Journal } from '../journal/journal.ts';
import type { Kube } from '../kube/kube.ts';
import type { Kubelet } from '../kubelet/client.ts';
import type { KubeletSockets } from '../kubelet-sockets/kubelet-sockets.ts';

/** Everything a snapshot is gathered from. */
export interface SnapshotSources {
  readonly connection: RuntimeConnection;
  readonly host: Host;
  readonly journal: Journal;
  readonly kubelet: Kubelet;
  readonly kubeletSockets: KubeletSockets;
  readonly kube: Kube;
  readonly nodeName: string;
  readonly nowMs: () => number;
  /** What history has learnt of this node's calls; absent where none is kept. */
  readonly usual?: () => Section<readonly UsualDuration[]>;
  /** Ends every reading. */
  readonly signal: AbortSignal;
}
