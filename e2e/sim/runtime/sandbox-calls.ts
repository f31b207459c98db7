import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimRpcError, SimSandbox } from '../model/objects.ts';
import type { SandboxFault } from '../model/scenario.ts';

/** What a simulated CRI call gives back. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SimRpcError };

export interface RunSandboxRequest {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly attempt: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
  readonly isHostNetwork: boolean;
  readonly logDirectory: string;
  readonly cgroupParent: string;
  readonly fault: SandboxFault | null;
  /** Refused for another reason than a fault of the node. */
  readonly refusal?: SimRpcError | null;
}

let nextHost = 4;

/** RunPodSandbox: a record and a network, or nothing at all. */
export function* runPodSandbox(
  node: SimNode,
  request: RunSandboxRequest,
): Work<CallResult<SimSandbox>> {
  const id = node.random.hex(64);
  const call = node.runtimeLog.runSandbox({ ...request, id });
  yield node.random.between(30, 90);
  const error =
    request.refusal ??
    (request.fault === null ? null : node.dress.errors.sandbox(request.fault, { ...request, id }));
  if (error !== null) {
    call.failed(error);
    return { ok: false, error };
  }
  const createdAtMs = node.clock.now();
  yield node.random.between(90, 400);
  nextHost = nextHost >= 250 ? 4 : nextHost + 1;
  const sandbox: SimSandbox = {
    id,
    namespace: request.namespace,
    name: request.name,
    uid: request.uid,
    attempt: request.attempt,
    isReady: true,
    createdAtMs,
    labels: sandboxLabels(node, request),
    annotations: request.annotations,
    runtimeHandler: node.dress.name === 'crio' ? '' : request.runtimeHandler,
    ip: request.isHostNetwork ? '192.0.2.17' : `10.244.7.${nextHost}`,
    isHostNetwork: request.isHostNetwork,
    logDirectory: request.logDirectory,
    cgroupParent: request.cgroupParent,
    pid: node.random.between(3000, 32000),
  };
  node.store.sandboxes.set(id, sandbox);
  call.ok(sandbox);
  emitSandbox(node, sandbox, 'created');
  emitSandbox(node, sandbox, 'started');
  return { ok: true, value: sandbox };
}

/** CRI-O marks the infra container's name on the sandbox itself. */
function sandboxLabels(node: SimNode, request: RunSandboxRequest): Record<string, string> {
  const own = node.dress.name === 'crio' ? { 'io.kubernetes.container.name': 'POD' } : {};
  return { ...request.labels, ...own };
}

/** StopPodSandbox; with `isNetworkBroken` it fails at the network as often as it is called. */
export function* stopPodSandbox(
  node: SimNode,
  sandbox: SimSandbox,
  isNetworkBroken: boolean,
): Work<CallResult<null>> {
  const call = node.runtimeLog.stopSandbox(sandbox, node.store.containersOf(sandbox.id));
  yield node.random.between(20, 80);
  // containerd stops the pause container before it takes the network down, CRI-O the other way round.
  const isStoppedFirst = node.dress.name === 'containerd';
  if (sandbox.isReady && (isStoppedFirst || !isNetworkBroken)) endSandbox(node, sandbox);
  if (isNetworkBroken) {
    const error = node.dress.errors.stopSandboxNetwork(sandbox);
    call.failed(error);
    return { ok: false, error };
  }
  sandbox.ip = '';
  call.ok(sandbox);
  return { ok: true, value: null };
}

/** The pause process ends, by whatever hand. */
export function endSandbox(node: SimNode, sandbox: SimSandbox): void {
  sandbox.isReady = false;
  sandbox.pid = 0;
  node.runtimeLog.sandboxExited(sandbox);
  emitSandbox(node, sandbox, 'exited');
}

/** RemovePodSandbox. */
export function* removePodSandbox(node: SimNode, sandbox: SimSandbox): Work {
  const call = node.runtimeLog.removeSandbox(sandbox);
  yield node.random.between(10, 40);
  node.store.sandboxes.delete(sandbox.id);
  call.ok(sandbox);
  emitSandbox(node, sandbox, 'deleted');
}

function emitSandbox(
  node: SimNode,
  sandbox: SimSandbox,
  kind: 'created' | 'started' | 'exited' | 'deleted',
): void {
  node.store.emit({
    kind,
    atMs: node.clock.now(),
    containerId: sandbox.id,
    sandboxId: sandbox.id,
    isSandbox: true,
    pid: sandbox.pid,
    exitCode: kind === 'exited' ? 137 : 0,
    image: '',
  });
}
