import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { cell } from './stage-result.ts';

function failed(word: string, clue: Clue, given: Partial<StageResult>): StageResult {
  return cell(['kubelet', null], 'failed', word, {
    clues: [clue],
    evidence: [clue.evidence],
    ...given,
  });
}

/** Whether any container of the pod is known to have run. */
export function hasEverRun(pod: KubeletPod): boolean {
  return pod.containers.some(
    (item) =>
      item.state.kind === 'terminated' ||
      item.lastState.kind === 'terminated' ||
      item.state.kind === 'running',
  );
}

/** The word of a cell whose pod kubelet turned away at admission. */
export const REJECTED = 'rejected';

/** kubelet's log tells of a rejection where its status cannot be asked. */
function loggedRejection(view: PodView): StageResult | null {
  if (view.node.has.kubelet) return null;
  const line = view.kubeletLog.findLast((item) => /^Pod admission denied/.test(item.message));
  if (line === undefined) return null;
  const reason = line.fields['reason'] ?? 'Failed';
  const text = line.fields['message'] ?? line.message;
  const clue = { text, evidence: quoteKubeletLine(line) };
  return failed(REJECTED, clue, { reason, sinceMs: line.atMs, detail: reason });
}

function rejection(pod: KubeletPod): StageResult | null {
  if (pod.phase !== 'Failed' || hasEverRun(pod)) return null;
  const reason = pod.reason ?? 'Failed';
  const text = pod.message ?? reason;
  const evidence = quote('kubelet', 'GET /pods status', pod.startedAtMs, `${reason}: ${text}`);
  return failed(REJECTED, { text, evidence }, { reason, sinceMs: pod.startedAtMs, detail: reason });
}

/** kubelet turned the pod away before any call: told by its status, else by its log; null for every other pod. */
export function rejectionOf(view: PodView): StageResult | null {
  return view.kubelet === null ? loggedRejection(view) : rejection(view.kubelet);
}
