import type { Evidence } from '../contract/evidence.ts';
import { backOffRetryAt } from './back-off.ts';
import { quote } from './evidence.ts';
import type { ExitFacts } from './exit-facts.ts';
import { kernelKill } from './kernel-lines.ts';
import type { Clue, ContainerView, PodView, StageResult } from './pod-view.ts';
import { probeFailures } from './probe-lines.ts';
import { cell } from './stage-result.ts';

/** The reason word of a container that did its work and is not started again. */
export const COMPLETED = 'Completed';

/** 240 characters: fifteen lines of that length are still read. */
const MAX_LINE_LENGTH = 240;

function shortLine(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

/** The last lines of the attempt that ended. */
function quoteLog(view: PodView, container: ContainerView, exit: ExitFacts): Evidence[] {
  if (container.logTail.length === 0) return [];
  const directory =
    view.logDirectory?.path ?? `/var/log/pods/${view.namespace}_${view.name}_${view.uid}`;
  const where =
    container.status?.logPath ||
    `${directory}/${container.name}/${container.record?.attempt ?? 0}.log`;
  return [quote('pod-log', where, exit.finishedAtMs, container.logTail.map(shortLine).join('\n'))];
}

function exitWord(exit: ExitFacts): string {
  return exit.reason === 'OOMKilled' ? 'OOM killed' : `exited ${exit.exitCode}`;
}

/** A container that ended and must not have: it crashed, was killed, or ends again and again. */
export function failedExit(
  view: PodView,
  container: ContainerView,
  exit: ExitFacts,
  nowMs: number,
): StageResult {
  const { waiting } = container;
  const readiness = view.kubelet?.conditions.find((item) => item.type === 'Ready');
  const notReadyAtMs = readiness?.status === 'False' ? readiness.changedAtMs : null;
  const log = quoteLog(view, container, exit);
  const probes: Clue[] = [
    ...probeFailures(view, container, 'Liveness', nowMs),
    ...probeFailures(view, container, 'Startup', nowMs),
    ...probeFailures(view, container, 'PostStart', nowMs),
  ];
  const kill = exit.exitCode === 137 ? kernelKill(view, container, exit.finishedAtMs) : null;
  const kernel = kill === null ? [] : [kill];
  const clues: Clue[] = [
    { text: exit.message, evidence: exit.evidence },
    ...probes,
    ...kernel,
    ...log.map((evidence) => ({ text: evidence.text, evidence })),
  ];
  return cell(['run', container.name], 'failed', exitWord(exit), {
    startedAtMs: exit.startedAtMs,
    durationMs: lifetimeOf(exit),
    attempt: container.record?.attempt ?? container.kubelet?.restartCount ?? null,
    sinceMs: notReadyAtMs ?? exit.finishedAtMs,
    nextRetryAtMs: backOffRetryAt(container, exit),
    clues,
    evidence: [
      exit.evidence,
      ...kernel.map((item) => item.evidence),
      ...(waiting === null ? [] : [waiting.evidence]),
      ...log,
    ],
    reason: waiting?.reason ?? exit.reason,
  });
}

/** Runtimes can note an end some milliseconds before the start. */
function lifetimeOf(exit: ExitFacts): number | null {
  if (exit.startedAtMs === null || exit.finishedAtMs === null) return null;
  return Math.max(0, exit.finishedAtMs - exit.startedAtMs);
}

/** A container that ended as it should. */
export function completedExit(container: ContainerView, exit: ExitFacts): StageResult {
  return cell(['run', container.name], 'ok', `exited ${exit.exitCode}`, {
    startedAtMs: exit.startedAtMs,
    durationMs: lifetimeOf(exit),
    attempt: container.record?.attempt ?? null,
    sinceMs: exit.finishedAtMs,
    evidence: [exit.evidence],
    reason: COMPLETED,
  });
}
