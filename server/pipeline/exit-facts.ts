import type { Evidence } from '../contract/evidence.ts';
import type { KubeletContainerState } from '../contract/kubelet-pod.ts';
import { quote, shortId } from './evidence.ts';
import type { ContainerView } from './pod-view.ts';

/** How a container ended, from the runtime where it still knows, else from kubelet. */
export interface ExitFacts {
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  /** Null: it never ran. */
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly evidence: Evidence;
}

function exitText(exitCode: number, reason: string, message: string): string {
  const head = `exit ${exitCode}${reason === '' ? '' : `, ${reason}`}`;
  return message === '' ? head : `${head}: ${message}`;
}

type Terminated = Extract<KubeletContainerState, { kind: 'terminated' }>;

function fromKubelet(container: ContainerView, state: Terminated, field: string): ExitFacts {
  return {
    ...state,
    evidence: quote(
      'kubelet',
      `GET /pods containerStatuses[${container.name}].${field}`,
      state.finishedAtMs,
      exitText(state.exitCode, state.reason, state.message),
    ),
  };
}

/** The exit that the newest attempt (or kubelet's status, where the record is gone) shows; null when it did not end. */
export function exitOf(container: ContainerView): ExitFacts | null {
  const { record, status, kubelet } = container;
  if (record !== null) {
    if (record.state !== 'exited') return null;
    if (status !== null && status.state === 'exited') {
      const { exitCode, reason, message, startedAtMs, finishedAtMs } = status;
      const where = `ContainerStatus ${shortId(record.id)}`;
      const evidence = quote('cri', where, finishedAtMs, exitText(exitCode, reason, message));
      return { exitCode, reason, message, startedAtMs, finishedAtMs, evidence };
    }
  }
  if (kubelet?.state.kind === 'terminated') return fromKubelet(container, kubelet.state, 'state');
  if (kubelet?.state.kind === 'waiting' && kubelet.lastState.kind === 'terminated') {
    return fromKubelet(container, kubelet.lastState, 'lastState');
  }
  return null;
}

/** The container's process never came to life: StartContainer failed. */
export function isStartFailure(exit: ExitFacts): boolean {
  if (/^(?:StartError|ContainerCannotRun)$/.test(exit.reason)) return true;
  return exit.startedAtMs === null && exit.exitCode === 128;
}
