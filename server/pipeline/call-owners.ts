import type { CallRecord } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { PodView } from './pod-view.ts';

/** For whom a call works. */
export interface CallOwner {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | null;
  readonly container: string | null;
  readonly attempt: number | null;
  /** True where the runtime has a record of the container. */
  readonly isMade: boolean;
}

interface NamedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly attempt: number;
}

interface NamedContainer {
  readonly name: string;
  readonly attempt: number;
  readonly sandboxId: string | null;
}

/** Finds who a call works for: by its ids, and for pulls, which name an image only, by the pods that wait for it. */
export interface CallOwners {
  /** The pods that wait for this pull, or that the call's ids name; empty where nobody tells. */
  of(call: CallRecord): readonly CallOwner[];
}

function podNames(snapshot: NodeSnapshot): Map<string, NamedPod> {
  const names = new Map<string, NamedPod>();
  valueOr(snapshot.calls, []).forEach(({ call, sandboxId, pod }) => {
    if (call === 'RunPodSandbox' && sandboxId !== null && pod !== null) names.set(sandboxId, pod);
  });
  for (const sandbox of valueOr(snapshot.sandboxes, [])) names.set(sandbox.id, sandbox);
  return names;
}

function containerNames(snapshot: NodeSnapshot): Map<string, NamedContainer> {
  const names = new Map<string, NamedContainer>();
  valueOr(snapshot.calls, []).forEach(({ call, containerId, container, sandboxId }) => {
    if (call !== 'CreateContainer' || containerId === null || container === null) return;
    names.set(containerId, { ...container, sandboxId });
  });
  for (const container of valueOr(snapshot.containers, [])) names.set(container.id, container);
  return names;
}

function addOwner(owners: Map<CallRecord, CallOwner[]>, call: CallRecord, owner: CallOwner): void {
  const known = owners.get(call);
  if (known === undefined) owners.set(call, [owner]);
  else known.push(owner);
}

function pullOwners(views: readonly PodView[]): ReadonlyMap<CallRecord, readonly CallOwner[]> {
  const owners = new Map<CallRecord, CallOwner[]>();
  for (const { namespace, name, uid, containers } of views) {
    for (const { name: container, record, pulls } of containers) {
      const isMade = record !== null;
      const owner = { namespace, name, uid, container, attempt: null, isMade };
      for (const call of pulls) addOwner(owners, call, owner);
    }
  }
  return owners;
}

const NOBODY: readonly CallOwner[] = [];

class SnapshotOwners implements CallOwners {
  readonly #pods: ReadonlyMap<string, NamedPod>;
  readonly #containers: ReadonlyMap<string, NamedContainer>;
  readonly #pulls: ReadonlyMap<CallRecord, readonly CallOwner[]>;

  constructor(snapshot: NodeSnapshot, views: readonly PodView[]) {
    this.#pods = podNames(snapshot);
    this.#containers = containerNames(snapshot);
    this.#pulls = pullOwners(views);
  }

  of(call: CallRecord): readonly CallOwner[] {
    if (call.call === 'PullImage') return this.#pulls.get(call) ?? NOBODY;
    const made = call.containerId === null ? undefined : this.#containers.get(call.containerId);
    const sandboxId = call.sandboxId ?? made?.sandboxId ?? null;
    const told = sandboxId === null ? undefined : this.#pods.get(sandboxId);
    const pod = told ?? call.pod;
    if (pod === null || pod === undefined) return NOBODY;
    const container = call.container ?? made ?? null;
    const ofSandbox = call.call === 'RunPodSandbox' ? (call.pod?.attempt ?? null) : null;
    return [
      {
        namespace: pod.namespace,
        name: pod.name,
        uid: pod.uid || call.pod?.uid || null,
        container: container?.name ?? null,
        attempt: container?.attempt ?? ofSandbox,
        isMade: made !== undefined,
      },
    ];
  }
}

/** Names by id from the runtime's lists and from the calls that made the ids; pulls by the pods' views. */
export function callOwners(snapshot: NodeSnapshot, views: readonly PodView[]): CallOwners {
  return new SnapshotOwners(snapshot, views);
}
