import type { ContainerRequest } from '../dress/dress.ts';
import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimEvent, SimImage, SimRpcError } from '../model/objects.ts';
import type { CreateFault, StartFault } from '../model/scenario.ts';
import type { CallResult } from './sandbox-calls.ts';

export interface CreateRequest extends Omit<ContainerRequest, 'id'> {
  readonly image: SimImage;
  readonly imageName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly logPath: string;
  readonly mounts: SimContainer['mounts'];
  readonly hasTerminal?: boolean;
  readonly createFault: CreateFault | null;
  readonly startFault: StartFault | null;
  /** Refused for another reason than a fault of the container. */
  readonly refusal?: SimRpcError | null;
}

/** CreateContainer; a failed one leaves no record on any runtime. */
export function* createContainer(
  node: SimNode,
  asked: CreateRequest,
): Work<CallResult<SimContainer>> {
  const request = { ...asked, id: node.random.hex(64) };
  const call = node.runtimeLog.createContainer(request);
  yield node.random.between(20, 60);
  const error = createError(node, request);
  if (error !== null) {
    call.failed(error);
    return { ok: false, error };
  }
  const container: SimContainer = {
    id: request.id,
    sandboxId: request.sandboxId,
    name: request.name,
    attempt: request.attempt,
    podUid: request.podUid,
    state: 'created',
    createdAtMs: node.clock.now(),
    startedAtMs: 0,
    finishedAtMs: 0,
    exitCode: 0,
    reason: '',
    message: '',
    image: request.image,
    imageName: request.imageName,
    labels: request.labels,
    annotations: request.annotations,
    logPath: request.logPath,
    mounts: request.mounts,
    hasTerminal: request.hasTerminal ?? false,
    pid: 0,
  };
  node.store.containers.set(container.id, container);
  if (container.logPath !== '') node.podLogs.open(container);
  call.ok(container);
  emit(node, container, 'created');
  return { ok: true, value: container };
}

function createError(
  node: SimNode,
  request: CreateRequest & { readonly id: string },
): SimRpcError | null {
  if (request.refusal) return request.refusal;
  if (request.createFault !== null) return node.dress.errors.create(request.createFault, request);
  if (request.startFault !== null && node.dress.isStartFaultAtCreate) {
    return node.dress.errors.start(request.startFault, request);
  }
  return null;
}

/** StartContainer; on containerd a failed one leaves a record with reason StartError and exit code 128. */
export function* startContainer(
  node: SimNode,
  container: SimContainer,
  asked: CreateRequest,
): Work<CallResult<SimContainer>> {
  const request = { ...asked, id: container.id };
  const call = node.runtimeLog.startContainer(container, request);
  yield node.random.between(40, 120);
  if (asked.startFault !== null) {
    const error = node.dress.errors.start(asked.startFault, request);
    container.state = 'exited';
    container.finishedAtMs = node.clock.now();
    container.exitCode = 128;
    container.reason = 'StartError';
    container.message = error.message;
    call.failed(error);
    emit(node, container, 'exited');
    return { ok: false, error };
  }
  container.state = 'running';
  container.startedAtMs = node.clock.now();
  container.pid = node.random.between(3000, 32000);
  call.ok(container);
  emit(node, container, 'started');
  return { ok: true, value: container };
}

/** The container's process ends. */
export function exitContainer(
  node: SimNode,
  container: SimContainer,
  end: { readonly exitCode: number; readonly isOom?: boolean },
): void {
  const nowMs = node.clock.now();
  container.state = 'exited';
  // As recorded: of a process that ends at once the runtime notes the end a few ms before the start.
  container.finishedAtMs = nowMs - container.startedAtMs < 20 ? container.startedAtMs - 6 : nowMs;
  container.exitCode = end.exitCode;
  container.reason = end.isOom === true ? 'OOMKilled' : end.exitCode === 0 ? 'Completed' : 'Error';
  if (end.isOom === true) {
    node.runtimeLog.outOfMemory(container);
    emit(node, container, 'oom');
  }
  node.runtimeLog.containerExited(container);
  emit(node, container, 'exited');
}

/** StopContainer: the process takes `tookMs` to end after TERM (or is killed when the grace is over). */
export function* stopContainer(
  node: SimNode,
  container: SimContainer,
  plan: { readonly graceSeconds: number; readonly tookMs: number; readonly exitCode: number },
): Work {
  const call = node.runtimeLog.stopContainer(container, plan.graceSeconds);
  yield plan.tookMs;
  if (container.state === 'running') exitContainer(node, container, { exitCode: plan.exitCode });
  call.ok(container);
}

/** RemoveContainer; its log file goes with it by kubelet's hand, and stays when somebody else asks. */
export function* removeContainer(
  node: SimNode,
  container: SimContainer,
  by: 'kubelet' | 'other' = 'kubelet',
): Work {
  const call = node.runtimeLog.removeContainer(container);
  yield node.random.between(5, 25);
  node.store.containers.delete(container.id);
  if (by === 'kubelet') node.podLogs.remove(container);
  else node.podLogs.closeLog(container);
  call.ok(container);
  emit(node, container, 'deleted');
}

function emit(node: SimNode, container: SimContainer, kind: SimEvent['kind']): void {
  node.store.emit({
    kind,
    atMs: node.clock.now(),
    containerId: container.id,
    sandboxId: container.sandboxId,
    isSandbox: false,
    pid: container.pid,
    exitCode: container.exitCode,
    image: container.imageName,
  });
}
