import type { RuntimeConnection } from '../cri/runtime-connection.ts';
import type { Host } from '../host/host.ts';
import type { Journal } from '../journal/journal.ts';
import type { Kubelet } from '../kubelet/client.ts';

/** Everything a snapshot is gathered from. */
export interface SnapshotSources {
  readonly connection: RuntimeConnection;
  readonly host: Host;
  readonly journal: Journal;
  readonly kubelet: Kubelet;
  readonly nodeName: string;
  readonly nowMs: () => number;
  /** Ends every reading. */
  readonly signal: AbortSignal;
}
