import { valueOr } from '../contract/section.ts';
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
