import type { Evidence } from '../contract/evidence.ts';
import { endedUnseen } from './ended-unseen.ts';
import { quote, quoteCall, shortId } from './evidence.ts';
import { type ExitFacts, exitOf } from './exit-facts.ts';
import { completedExit, failedExit } from './exit-results.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { probeFailures } from './probe-lines.ts';
import { gateClosed } from './readiness-gate.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';
import { iso } from './time.ts';

/** 30 s: a container that kubelet has just started again has proved nothing yet. */
const PROOF_MS = 30_000;

function startedAtOf(container: ContainerView): number | null {
  const state = container.kubelet?.state;
  const told = state?.kind === 'running' ? state.startedAtMs : null;
  return told ?? container.status?.startedAtMs ?? container.record?.createdAtMs ?? null;
}

function proofOfRunning(container: ContainerView): Evidence {
  const { record } = container;
  const where = `ListContainers ${shortId(record?.id ?? '')}`;
  const text = `${container.name} attempt ${record?.attempt ?? 0}, CONTAINER_RUNNING`;
  return quote('cri', where, record?.createdAtMs ?? null, text);
}

function proofOfReadiness(view: PodView, container: ContainerView): Evidence | null {
  if (container.kubelet === null) return null;
  const where = `GET /pods containerStatuses[${container.name}].ready`;
  return quote('kubelet', where, view.node.kubeletAsOfMs, `ready=${container.kubelet.ready}`);
}

function proofs(view: PodView, container: ContainerView): Evidence[] {
  const readiness = proofOfReadiness(view, container);
  return readiness === null ? [proofOfRunning(container)] : [proofOfRunning(container), readiness];
}

function initRunning(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const sinceMs = startedAtOf(container);
  return cell(['run', container.name], 'running', 'running', {
    detail: 'has to end before the next container starts',
    sinceMs,
    startedAtMs: sinceMs,
    attempt: container.record?.attempt ?? null,
    evidence: proofs(view, container),
    isOverdue: isLongerThan(sinceMs, limitMs(view.node, 'init'), nowMs),
  });
}

/** A probe fails, or the container has had the time to become ready and did not. */
function notReady(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const at = ['run', container.name] as const;
  const isStarting = container.kubelet?.started === false && container.kubelet.hasStartupProbe;
  const kind = isStarting ? 'Startup' : 'Readiness';
  const clues = probeFailures(view, container, kind, nowMs);
  const startedAtMs = startedAtOf(container);
  const hasProbe = isStarting || container.kubelet?.hasReadinessProbe === true;
  const isLate = isLongerThan(startedAtMs, limitMs(view.node, 'readiness'), nowMs);
  const isFailing = hasProbe && isLate && (!isStarting || clues.length > 0);
  const readiness = view.kubelet?.conditions.find((item) => item.type === 'ContainersReady');
  const given = {
    startedAtMs,
    attempt: container.record?.attempt ?? null,
    clues,
    evidence: [...proofs(view, container), ...clues.slice(0, 1).map((item) => item.evidence)],
    sinceMs: (readiness?.status === 'False' ? readiness.changedAtMs : null) ?? startedAtMs,
    reason: `${kind}ProbeFailed`,
  };
  if (isFailing || (hasProbe && clues.length > 0 && !isStarting))
    return cell(at, 'failed', 'not ready', given);
  const word = isStarting ? 'startup probe' : 'not ready yet';
  return cell(at, 'running', word, { ...given, reason: null, isOverdue: false });
}

/** 40 s: a readiness probe that fails is asked again within its period, ten seconds by default. */
const READINESS_LINE_MS = 40_000;

/** kubelet cannot be asked, but its log tells of a readiness probe that fails just now. */
function notReadyByLog(view: PodView, container: ContainerView, nowMs: number): StageResult | null {
  const clues = probeFailures(view, container, 'Readiness', nowMs);
  const [newest] = clues;
  const from = iso(nowMs - READINESS_LINE_MS);
  if (newest?.evidence.at == null || from === null || newest.evidence.at < from) return null;
  return cell(['run', container.name], 'failed', 'not ready', {
    startedAtMs: startedAtOf(container),
    attempt: container.record?.attempt ?? null,
    clues,
    evidence: [proofOfRunning(container), newest.evidence],
    sinceMs: startedAtOf(container),
    reason: 'ReadinessProbeFailed',
  });
}

/** Ended again and again, and just started: kubelet's count tells, or the attempt where it cannot be asked. */
function isFreshRestart(container: ContainerView, nowMs: number): boolean {
  const { kubelet, record } = container;
  const restarts = kubelet === null ? (record?.attempt ?? 0) : kubelet.restartCount;
  if (restarts < 2 || (kubelet !== null && kubelet.lastState.kind !== 'terminated')) return false;
  return !isLongerThan(startedAtOf(container), PROOF_MS, nowMs);
}

function restarted(view: PodView, container: ContainerView): StageResult {
  const sinceMs = container.record?.createdAtMs ?? null;
  return cell(['run', container.name], 'running', 'restarted', {
    detail: `restart ${container.record?.attempt ?? container.kubelet?.restartCount ?? 0}, just started`,
    sinceMs,
    startedAtMs: sinceMs,
    attempt: container.record?.attempt ?? null,
    evidence: proofs(view, container),
  });
}

function beingStopped(container: ContainerView): StageResult | null {
  const stop = container.stops.at(-1);
  if (container.kubelet !== null || stop === undefined || stop.outcome === 'ok') return null;
  return cell(['run', container.name], 'unknown', 'being stopped', {
    detail: 'a failed probe or a deletion: only kubelet tells',
    sinceMs: stop.beganAtMs,
    evidence: [proofOfRunning(container), quoteCall(stop)],
    needs: ['kubelet', 'kubelet-log'],
  });
}

function running(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const { kubelet } = container;
  if (container.type === 'init') return initRunning(view, container, nowMs);
  const stopping = beingStopped(container);
  if (stopping !== null) return stopping;
  const at = ['run', container.name] as const;
  const sinceMs = startedAtOf(container);
  const given = {
    sinceMs,
    startedAtMs: sinceMs,
    attempt: container.record?.attempt ?? null,
    evidence: proofs(view, container),
  };
  if (kubelet === null) {
    const failing = notReadyByLog(view, container, nowMs);
    if (failing !== null) return failing;
    if (isFreshRestart(container, nowMs)) return restarted(view, container);
    if (container.declared?.hasReadinessProbe && !view.node.has['kubelet-log']) {
      return cell(at, 'unknown', 'running', {
        ...given,
        detail: 'its readiness probe is asked by kubelet alone',
        needs: ['kubelet', 'kubelet-log'],
      });
    }
    // CRI knows no readiness: said openly instead of claimed.
    return cell(at, 'ok', 'running', {
      ...given,
      detail: 'readiness not checked',
      needs: ['kubelet'],
    });
  }
  if (kubelet.state.kind !== 'running') return restarted(view, container);
  if (isFreshRestart(container, nowMs)) return restarted(view, container);
  // A sidecar lets the next container start once it is started; its readiness counts like any other's.
  if (!kubelet.ready) return notReady(view, container, nowMs);
  return gateClosed(view, container, given, nowMs) ?? cell(at, 'ok', 'running', given);
}

function ended(
  view: PodView,
  container: ContainerView,
  exit: ExitFacts,
  nowMs: number,
): StageResult {
  if (exit.exitCode !== 0) return failedExit(view, container, exit, nowMs);
  // On the way down a clean end is what was asked for.
  if (container.type === 'init' || container.type === 'ephemeral' || view.isTerminating)
    return completedExit(container, exit);
  if (view.kubelet === null) return endedUnseen(view, container, exit, nowMs);
  const isStartedAgain = container.type === 'sidecar' || view.kubelet.restartPolicy === 'Always';
  return isStartedAgain && view.kubelet.phase !== 'Succeeded'
    ? failedExit(view, container, exit, nowMs)
    : completedExit(container, exit);
}

function untold(view: PodView, container: ContainerView): StageResult {
  const readiness = proofOfReadiness(view, container);
  const state = container.kubelet?.state.kind ?? container.record?.state ?? 'unknown';
  return cell(['run', container.name], 'unknown', 'not told', {
    detail: `last heard: ${state}`,
    evidence: readiness === null ? [] : [readiness],
    needs: ['cri'],
  });
}

/** The container's life after its start: running, ready, ended. */
export function runStage(view: PodView, container: ContainerView, nowMs: number): StageResult {
  if (container.record?.state === 'running') return running(view, container, nowMs);
  const exit = exitOf(container);
  if (exit !== null && (container.record !== null || view.node.has.cri)) {
    return ended(view, container, exit, nowMs);
  }
  return untold(view, container);
}
