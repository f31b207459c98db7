import type { ContainerStatus } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { LabContainer, LabPod } from '../lab-pod.ts';
import { isExited, isRunning, type ObservedPod, recordsOf, wantsRestart } from './observed-pod.ts';

export interface WaitingReason {
  readonly reason: string;
  readonly message: string;
}

export type Json = Record<string, unknown>;

interface StateJson {
  readonly waiting?: WaitingReason | { readonly reason: string };
  readonly running?: Json;
  readonly terminated?: Json;
}

export interface ContainerJson extends Json {
  readonly name: string;
  readonly state: StateJson;
  readonly lastState: StateJson;
  readonly ready: boolean;
}

export interface ContainerContext {
  readonly pod: LabPod;
  readonly observed: ObservedPod;
  /** By container name: why it was last not started. */
  readonly reasons: ReadonlyMap<string, WaitingReason>;
  readonly isInit: boolean;
}

/** One entry of containerStatuses, by kubelet's rules. */
export function containerJson(container: LabContainer, context: ContainerContext): ContainerJson {
  const [newest, previous] = recordsOf(context.observed, container.name);
  const lastState = previous === undefined || !isExited(previous) ? {} : endedJson(previous);
  const { state, last } = stateOf(container, newest ?? null, context);
  const hasSucceeded = newest !== undefined && isExited(newest) && newest.exitCode === 0;
  return {
    name: container.name,
    state,
    lastState: last ?? lastState,
    ready: context.isInit ? hasSucceeded : state.running !== undefined,
    restartCount: newest?.metadata?.attempt ?? 0,
    image: newest?.image?.image || container.image,
    imageID: newest?.imageRef ?? '',
    ...(newest === undefined ? {} : { containerID: `containerd://${newest.id}` }),
    started: state.running !== undefined,
  };
}

/** `last` is set where the end moves to lastState because the container waits to be started again. */
function stateOf(
  container: LabContainer,
  newest: ContainerStatus | null,
  context: ContainerContext,
): { readonly state: StateJson; readonly last?: StateJson } {
  const waiting = context.reasons.get(container.name);
  if (newest !== null && isRunning(newest)) {
    return { state: { running: { startedAt: formatNs(newest.startedAt) } } };
  }
  if (newest === null || !isExited(newest)) {
    const hasInit = context.pod.initContainers.length > 0;
    const reason = newest === null && hasInit ? 'PodInitializing' : 'ContainerCreating';
    return { state: { waiting: waiting ?? { reason } } };
  }
  const isFinal =
    (context.isInit && newest.exitCode === 0) || !wantsRestart(context.pod.restartPolicy, newest);
  if (waiting === undefined || isFinal) return { state: endedJson(newest) };
  return { state: { waiting }, last: endedJson(newest) };
}

function endedJson(status: ContainerStatus): StateJson {
  return {
    terminated: {
      exitCode: status.exitCode,
      reason: status.reason,
      ...(status.message === '' ? {} : { message: status.message }),
      startedAt: formatNs(status.startedAt),
      finishedAt: formatNs(status.finishedAt),
      containerID: `containerd://${status.id}`,
    },
  };
}

/** Whole seconds, as the Kubernetes API writes times. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function formatNs(ns: bigint): string {
  return formatTime(new Date(Number(ns / 1_000_000n)));
}
