import type { PodDirectory } from '../contract/host-facts.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Container, Sandbox } from '../contract/runtime-objects.ts';

/** A call of an ordinary start takes tenths of a second; one that is open longer is worth a look at its processes. */
const LONG_CALL_MS = 2_000;

/** Whose mounts and processes are worth the reading. */
export interface HostInterest {
  readonly podUids: ReadonlySet<string>;
  /** Of sandboxes and containers. */
  readonly ids: ReadonlySet<string>;
  readonly isNeeded: boolean;
}

export interface InterestFacts {
  readonly calls: readonly CallRecord[];
  readonly sandboxes: readonly Sandbox[];
  readonly containers: readonly Container[];
  readonly kubeletPods: readonly KubeletPod[];
  readonly podDirectories: readonly PodDirectory[];
  /** False while the runtime hangs or is down: then its process and its shims are of interest. */
  readonly isRuntimeWell: boolean;
  readonly nowMs: number;
}

function isLong({ outcome, beganAtMs }: CallRecord, nowMs: number): boolean {
  return outcome === 'open' && nowMs - (beganAtMs ?? 0) > LONG_CALL_MS;
}

/** Containers that run in a sandbox that does not, and those whose state the runtime itself does not know. */
function isAstray(container: Container, stateOf: ReadonlyMap<string, Sandbox['state']>): boolean {
  if (container.state === 'unknown') return true;
  return container.state === 'running' && stateOf.get(container.sandboxId) === 'not-ready';
}

interface Marked {
  readonly podUids: Set<string>;
  readonly ids: Set<string>;
}

function markPods({ kubeletPods, podDirectories, sandboxes }: InterestFacts, to: Marked): void {
  const withSandbox = new Set(sandboxes.map(({ uid }) => uid));
  for (const { uid, deletionAtMs } of kubeletPods) if (deletionAtMs !== null) to.podUids.add(uid);
  for (const { uid } of podDirectories) if (!withSandbox.has(uid)) to.podUids.add(uid);
}

function markCall({ sandboxId, containerId, pod }: CallRecord, { podUids, ids }: Marked): void {
  if (sandboxId !== null) ids.add(sandboxId);
  if (containerId !== null) ids.add(containerId);
  if (pod !== null && pod.uid !== '') podUids.add(pod.uid);
}

function markObjects({ calls, sandboxes, containers, nowMs }: InterestFacts, marked: Marked): void {
  const stateOf = new Map(sandboxes.map(({ id, state }) => [id, state]));
  const astray = containers.filter((container) => isAstray(container, stateOf));
  for (const { id, sandboxId } of astray) marked.ids.add(id).add(sandboxId);
  for (const call of calls) {
    if (call.call !== 'PullImage' && isLong(call, nowMs)) markCall(call, marked);
  }
}

/** A pod whose sandbox is marked is, and the other way round. */
function joinSandboxes(sandboxes: readonly Sandbox[], { podUids, ids }: Marked): void {
  for (const { id, uid } of sandboxes) {
    if (podUids.has(uid)) ids.add(id);
    else if (ids.has(id)) podUids.add(uid);
  }
}

/**
 * Pods on their way down, pods without a sandbox, and calls that take long: what is asked of mounts and processes is about
 * these. Accepted: a pod without a sandbox may also be one that was rejected.
 */
export function hostInterest(facts: InterestFacts): HostInterest {
  const marked: Marked = { podUids: new Set(), ids: new Set() };
  markPods(facts, marked);
  markObjects(facts, marked);
  joinSandboxes(facts.sandboxes, marked);
  const isAnyMarked = marked.podUids.size + marked.ids.size > 0;
  return { ...marked, isNeeded: !facts.isRuntimeWell || isAnyMarked };
}
