import { heardAtMs } from './call-facts.ts';
import { quoteCall } from './evidence.ts';
import type { ExitFacts } from './exit-facts.ts';
import { completedExit, failedExit } from './exit-results.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { cell } from './stage-result.ts';

function isFollowed(view: PodView, container: ContainerView, exit: ExitFacts): boolean {
  const endedAtMs = exit.finishedAtMs ?? 0;
  return view.containers.some(
    (other) =>
      other !== container && (other.record?.createdAtMs ?? 0) >= endedAtMs && other.record !== null,
  );
}

function isCompanyRunning(view: PodView, container: ContainerView): boolean {
  return view.containers.some((other) => other !== container && other.record?.state === 'running');
}

/** kubelet stops the sandbox of a pod that is over, after its containers ended by themselves. */
function wasStoppedAfterwards(view: PodView, exit: ExitFacts): boolean {
  if (view.sandboxes[0]?.state !== 'not-ready') return false;
  const stop = view.teardownCalls.find((call) => call.call === 'StopPodSandbox');
  return stop === undefined || heardAtMs(stop) >= (exit.finishedAtMs ?? 0) - 1_000;
}

/**
 * Exit 0 where kubelet is not there to tell the restart policy: the pod's other parts have to. A stop before the end
 * means that kubelet killed it; a stopped sandbox after the end, that the pod has done its work.
 */
export function endedUnseen(
  view: PodView,
  container: ContainerView,
  exit: ExitFacts,
  nowMs: number,
): StageResult {
  const killed = container.stops.find((call) => (call.beganAtMs ?? 0) <= (exit.finishedAtMs ?? 0));
  const isOver = view.sandboxes[0]?.state === 'not-ready';
  if (killed !== undefined && !isOver) {
    const result = failedExit(view, container, exit, nowMs);
    const evidence = [...result.evidence, quoteCall(killed)];
    return {
      ...result,
      evidence,
      needs: ['kubelet-log'],
      detail: 'kubelet stopped it; its log tells why',
    };
  }
  if (isFollowed(view, container, exit) || isCompanyRunning(view, container)) {
    return completedExit(container, exit);
  }
  if (isOver && wasStoppedAfterwards(view, exit)) return completedExit(container, exit);
  return cell(['run', container.name], 'unknown', 'exited 0', {
    detail: 'ended well; kubelet tells what comes next',
    sinceMs: exit.finishedAtMs,
    startedAtMs: exit.startedAtMs,
    attempt: container.record?.attempt ?? null,
    evidence: [exit.evidence],
    needs: ['kubelet'],
  });
}
