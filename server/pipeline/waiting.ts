import type { LogLine } from '../contract/journal.ts';
import type { KubeletContainer } from '../contract/kubelet-pod.ts';
import type { Container } from '../contract/runtime-objects.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { KUBELET_LINE_WINDOW_MS, type SyncError, syncErrors } from './kubelet-lines.ts';
import type { Waiting } from './pod-view.ts';

function fromStatus(container: KubeletContainer, asOfMs: number | null): Waiting | null {
  const { state, name } = container;
  if (state.kind !== 'waiting') return null;
  const text = state.message === '' ? state.reason : `${state.reason}: ${state.message}`;
  const where = `GET /pods containerStatuses[${name}].state.waiting`;
  return {
    reason: state.reason,
    message: state.message,
    evidence: quote('kubelet', where, asOfMs, text),
  };
}

function toWaiting({ reason, text, line }: SyncError): Waiting {
  return { reason, message: text, evidence: quoteKubeletLine(line) };
}

/** What kubelet's log last said of a container, unless the runtime shows something newer. */
function fromLog(
  name: string,
  lines: readonly LogLine[],
  record: Container | null,
  nowMs: number,
): Waiting | null {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index];
    if (line === undefined || nowMs - (line.atMs ?? nowMs) > KUBELET_LINE_WINDOW_MS) return null;
    const error = syncErrors(line).find((item) => item.container === name);
    if (error === undefined) continue;
    const isOlder = record !== null && (line.atMs ?? nowMs) < (record.createdAtMs ?? 0);
    return isOlder ? null : toWaiting(error);
  }
  return null;
}

interface Sources {
  readonly name: string;
  readonly kubelet: KubeletContainer | null;
  /** kubelet's lines that name the pod, oldest first. */
  readonly lines: readonly LogLine[];
  readonly record: Container | null;
}

/** The reason for which kubelet holds a container: from its status, or from its log where it cannot be asked. */
export function waitingOf(
  { name, kubelet, lines, record }: Sources,
  asOfMs: number | null,
  nowMs: number,
): Waiting | null {
  return kubelet === null ? fromLog(name, lines, record, nowMs) : fromStatus(kubelet, asOfMs);
}

/** The containers that kubelet's log names among what it could not do for a pod. */
export function namesInLog(lines: readonly LogLine[], nowMs: number): readonly string[] {
  const names = new Set<string>();
  for (const line of lines) {
    if (nowMs - (line.atMs ?? nowMs) > KUBELET_LINE_WINDOW_MS) continue;
    for (const error of syncErrors(line)) if (error.container !== null) names.add(error.container);
  }
  return [...names];
}

/** Containers that kubelet's log calls init containers. */
export function initNamesInLog(lines: readonly LogLine[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const line of lines) {
    const found = /\binit container \\*"?([a-z0-9-]+)/.exec(line.text)?.[1];
    if (found !== undefined) names.add(found);
  }
  return names;
}

/** The image that a waiting message names. */
export function imageInWaiting(waiting: Waiting | null): string | null {
  return /\bimage "([^"]+)"/.exec(waiting?.message ?? '')?.[1] ?? null;
}
