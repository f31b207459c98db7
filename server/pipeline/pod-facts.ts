import type { UsualDuration } from '../contract/history.ts';
import type { NodeMount, NodeProcess, PodDirectory } from '../contract/host-facts.ts';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import type { KubeEvent, VolumeAttachment } from '../contract/kube-facts.ts';
import type { Change } from './node-changes.ts';

/** What the node itself and the API server tell of one pod, beside runtime and kubelet. */
export interface PodFacts {
  /** kubelet's directory of the pod. */
  readonly directory: PodDirectory | null;
  /** What is mounted for its volumes, sandboxes and containers. */
  readonly mounts: readonly NodeMount[];
  /** Its shims and processes. */
  readonly processes: readonly NodeProcess[];
  /** The kernel's lines that name it, oldest first. */
  readonly kernelLog: readonly LogLine[];
  /** Events of the API server, oldest first. */
  readonly events: readonly KubeEvent[];
}

/** A pod of which neither the node nor the API server tells anything. */
export const NO_POD_FACTS: PodFacts = {
  directory: null,
  mounts: [],
  processes: [],
  kernelLog: [],
  events: [],
};

/** What tells of the node as a whole, beside runtime and kubelet; the same for every pod. */
export interface NodeSurroundings {
  readonly hasMounts: boolean;
  readonly hasProcesses: boolean;
  readonly hasDirectories: boolean;
  readonly bootedAtMs: number | null;
  readonly runtimeStartedAtMs: number | null;
  /** 1, 2 …; null where not told. */
  readonly runtimeMajor: number | null;
  /** When the runtime last ended a call or came back: complaints that it is away, older than that, are over. */
  readonly answeredAtMs: number | null;
  /** Runtime lines that name no pod, sandbox or container, oldest first. */
  readonly namelessLines: readonly LogLine[];
  /** Every call the runtime's log tells, oldest first. */
  readonly calls: readonly CallRecord[];
  /** Null where the API server was not asked. */
  readonly volumeAttachments: readonly VolumeAttachment[] | null;
  /** Handler by RuntimeClass; null where the API server was not asked. */
  readonly handlers: ReadonlyMap<string, string> | null;
  /** By call. */
  readonly usual: ReadonlyMap<string, UsualDuration>;
  /** Addresses that IPAM holds, by sandbox id. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Who told the pods that are wanted: kubelet, or the API server in its place. */
  readonly wishBy: 'kubelet' | 'kube';
  /** What is known to have changed on the node, oldest first; gathered when first asked for. */
  readonly changes: () => readonly Change[];
}

/** A node of which only runtime and kubelet tell. */
export const NO_SURROUNDINGS: NodeSurroundings = {
  hasMounts: false,
  hasProcesses: false,
  hasDirectories: false,
  bootedAtMs: null,
  runtimeStartedAtMs: null,
  runtimeMajor: null,
  answeredAtMs: null,
  namelessLines: [],
  calls: [],
  volumeAttachments: null,
  handlers: null,
  usual: new Map(),
  addresses: new Map(),
  wishBy: 'kubelet',
  changes: () => [],
};
