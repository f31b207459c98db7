import { podKey } from '../contract/live.ts';
import { valueOr } from '../contract/section.ts';
import type { PodRef } from '../runtime.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';

/** A container that runs, and whose it is. */
export interface Target {
  readonly containerId: string;
  readonly sandboxId: string;
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string | null;
  readonly container: string;
  readonly attempt: number;
}

/** The containers of one sandbox: they share its network. */
export interface TargetPod {
  readonly sandboxId: string;
  readonly namespace: string;
  readonly pod: string;
  readonly podUid: string | null;
  /** Null where nobody told yet. */
  readonly isHostNetwork: boolean | null;
  readonly containers: readonly Target[];
}

const NAMESPACE = 'io.kubernetes.pod.namespace';
const POD = 'io.kubernetes.pod.name';
const UID = 'io.kubernetes.pod.uid';

type Container = Extract<NodeSnapshot['containers'], { available: true }>['value'][number];
type Sandbox = Extract<NodeSnapshot['sandboxes'], { available: true }>['value'][number];

function toTarget({ id, sandboxId, name, attempt, labels }: Container, sandbox?: Sandbox): Target {
  return {
    containerId: id,
    sandboxId,
    namespace: sandbox?.namespace ?? labels[NAMESPACE] ?? '',
    pod: sandbox?.name ?? labels[POD] ?? '',
    podUid: sandbox?.uid || labels[UID] || null,
    container: name,
    attempt,
  };
}

/** Every container the runtime knows, ended ones too, with its pod. */
export function allTargets({ containers, sandboxes }: NodeSnapshot): readonly Target[] {
  const byId = new Map(valueOr(sandboxes, []).map((sandbox) => [sandbox.id, sandbox]));
  return valueOr(containers, []).map((one) => toTarget(one, byId.get(one.sandboxId)));
}

/** The pods with a container that runs, by namespace and name. */
export function runningPods(snapshot: NodeSnapshot): readonly TargetPod[] {
  const running = new Set(
    valueOr(snapshot.containers, [])
      .filter(({ state }) => state === 'running')
      .map(({ id }) => id),
  );
  const pods = new Map<string, Target[]>();
  for (const target of allTargets(snapshot)) {
    if (!running.has(target.containerId)) continue;
    const known = pods.get(target.sandboxId);
    if (known === undefined) pods.set(target.sandboxId, [target]);
    else known.push(target);
  }
  return [...pods].flatMap(([sandboxId, containers]) => {
    const [first] = containers;
    if (first === undefined) return [];
    const { namespace, pod, podUid } = first;
    const isHostNetwork = snapshot.sandboxStatuses[sandboxId]?.hostNetwork ?? null;
    return [{ sandboxId, namespace, pod, podUid, isHostNetwork, containers }];
  });
}

/** The pod among all. */
export function keyOf({ namespace, pod, podUid }: TargetPod): string {
  return podKey({ namespace, name: pod, uid: podUid });
}

/** Whether this is the pod that is asked for; null asks for any. */
export function isOfPod(pod: TargetPod, ref: PodRef | null): boolean {
  if (ref === null) return true;
  const isNamed = pod.namespace === ref.namespace && pod.pod === ref.name;
  return isNamed && (ref.uid === null || ref.uid === pod.podUid);
}

/** Whether `one` is the same container of the same pod, before it was started as `target`. */
export function isEarlier(one: Target, target: Target): boolean {
  return (
    one.podUid === target.podUid &&
    one.namespace === target.namespace &&
    one.pod === target.pod &&
    one.container === target.container &&
    one.attempt < target.attempt
  );
}

/** For sorting: by namespace and name. */
export function byName(a: TargetPod, b: TargetPod): number {
  const [left, right] = [keyOf(a), keyOf(b)];
  return left < right ? -1 : Number(left > right);
}
