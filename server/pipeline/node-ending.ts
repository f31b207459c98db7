import type { LogLine } from '../contract/journal.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { exitOf } from './exit-facts.ts';
import type { Clue, ContainerView, PodView, StageResult } from './pod-view.ts';
import { hasEverRun } from './rejection.ts';
import { cell, isPassed } from './stage-result.ts';

/** The word of a cell whose pod kubelet ended as a whole: evicted, preempted, shut down, out of time. */
export const ENDED_BY_KUBELET = 'ended by kubelet';

/** Why kubelet ended a pod that had run, whatever its containers made of it. */
export interface NodeEnding {
  readonly reason: string;
  readonly atMs: number | null;
  readonly clue: Clue;
}

const EVICTED = /^Eviction manager: (?:evicted pods?|pods? .*evicted|must evict)/i;
const SHUTDOWN = /^Shutdown manager .*killing pod/i;

function evictionText(view: PodView, line: LogLine): string {
  const resource = view.kubeletLog.findLast((item) => item.fields['resourceName'] !== undefined);
  const name = resource?.fields['resourceName'] ?? line.fields['resourceName'];
  return name === undefined
    ? line.message
    : `${line.message}: the node was low on resource: ${name}`;
}

/** kubelet's log tells of an eviction or a shutdown where its status cannot be asked. */
function loggedEnding(view: PodView): NodeEnding | null {
  const areEnded = view.containers.every((item) => item.record?.state === 'exited');
  if (view.containers.length === 0 || !areEnded) return null;
  const line = view.kubeletLog.findLast(
    (item) => EVICTED.test(item.message) || SHUTDOWN.test(item.message),
  );
  if (line === undefined) return null;
  const isEviction = EVICTED.test(line.message);
  const text = isEviction
    ? evictionText(view, line)
    : 'terminated in response to imminent node shutdown';
  const clue = { text, evidence: quoteKubeletLine(line) };
  return { reason: isEviction ? 'Evicted' : 'Terminated', atMs: line.atMs, clue };
}

/** Why kubelet ended the pod as a whole after it had run; null for every other pod. */
export function nodeEnding(view: PodView): NodeEnding | null {
  const { kubelet } = view;
  if (kubelet === null) return view.kubeletLog.length === 0 ? null : loggedEnding(view);
  if (kubelet.phase !== 'Failed' || kubelet.reason === null || !hasEverRun(kubelet)) return null;
  const text = kubelet.message ?? kubelet.reason;
  const changed = kubelet.conditions.find((item) => item.type === 'Ready')?.changedAtMs ?? null;
  const evidence = quote('kubelet', 'GET /pods status', changed, `${kubelet.reason}: ${text}`);
  return { reason: kubelet.reason, atMs: changed, clue: { text, evidence } };
}

/** The stages of a container whose pod was ended: it ran, and its end is the pod's. */
export function endedCells(
  container: ContainerView,
  own: readonly StageResult[],
  ending: NodeEnding,
): StageResult[] {
  const exit = exitOf(container);
  const passed = own
    .slice(0, -1)
    .map((item) => (isPassed(item) ? item : cell([item.stage, container.name], 'ok', 'done')));
  const evidence = [ending.clue.evidence, ...(exit === null ? [] : [exit.evidence])];
  return [
    ...passed,
    cell(['run', container.name], 'failed', ENDED_BY_KUBELET, {
      detail: ending.reason,
      startedAtMs: exit?.startedAtMs ?? null,
      sinceMs: exit?.finishedAtMs ?? ending.atMs,
      attempt: container.record?.attempt ?? container.kubelet?.restartCount ?? null,
      clues: [ending.clue],
      evidence,
      reason: ending.reason,
    }),
  ];
}
