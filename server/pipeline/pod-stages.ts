import type { SourceName } from '../contract/node-status.ts';
import { CONTAINER_STAGES } from '../contract/stage.ts';
import { UNNAMED_CONTAINER } from './assemble-containers.ts';
import { heardAtMs } from './call-facts.ts';
import { quote, quoteCall } from './evidence.ts';
import { endedCells, nodeEnding } from './node-ending.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { createStage } from './stage-create.ts';
import { kubeletStage } from './stage-kubelet.ts';
import { limitMs } from './stage-limits.ts';
import { pullStage } from './stage-pull.ts';
import { cell, isLongerThan, isPassed, notReached } from './stage-result.ts';
import { runStage } from './stage-run.ts';
import { sandboxStage } from './stage-sandbox.ts';
import { startStage } from './stage-start.ts';
import { teardownStage } from './stage-teardown.ts';

function notReachedAll(container: ContainerView): StageResult[] {
  return CONTAINER_STAGES.map((stage) => notReached(stage, container.name));
}

/** The four stages of one container; after the first that is not passed the rest is not reached. */
function containerStages(view: PodView, container: ContainerView, nowMs: number): StageResult[] {
  const { name } = container;
  const pull = pullStage(view, container, nowMs);
  const create = isPassed(pull)
    ? createStage(view, container, pull, nowMs)
    : notReached('create', name);
  const start = isPassed(create) ? startStage(view, container, nowMs) : notReached('start', name);
  const run = isPassed(start) ? runStage(view, container, nowMs) : notReached('run', name);
  return [pull, create, start, run];
}

/** Whether kubelet goes on to the next container behind this init container or sidecar. */
function lets(container: ContainerView, results: readonly StageResult[]): boolean {
  const run = results.at(-1);
  if (run === undefined) return true;
  if (container.type === 'init') return isPassed(run);
  if (container.type !== 'sidecar') return true;
  const isStarted = container.kubelet === null || container.kubelet.started !== false;
  return container.record?.state === 'running' ? isStarted : isPassed(run);
}

/** A sandbox without any container that a source could name: kubelet may be about to pull, or may have failed unseen. */
function namelessStages(view: PodView, nowMs: number): StageResult[] {
  const sandbox = view.sandboxes[0];
  const sinceMs = sandbox?.createdAtMs ?? null;
  if (sandbox?.state !== 'ready' || view.isTerminating) return [];
  const at = ['pull', UNNAMED_CONTAINER] as const;
  const isLate = isLongerThan(sinceMs, limitMs(view.node, 'create'), nowMs);
  // A pull has failed since, and nothing tells whose it was.
  const failed = view.node.failedPulls.findLast((call) => heardAtMs(call) >= (sinceMs ?? nowMs));
  const evidence = [quote('cri', 'ListContainers', nowMs, 'no container in this sandbox')];
  if (failed !== undefined) evidence.push(quoteCall(failed));
  const given = { sinceMs, startedAtMs: sinceMs, evidence, needs: missing(view) };
  const pull =
    isLate || failed !== undefined
      ? cell(at, 'unknown', 'not told', given)
      : cell(at, 'running', 'waiting', given);
  const rest = CONTAINER_STAGES.slice(1).map((stage) => notReached(stage, UNNAMED_CONTAINER));
  return [pull, ...rest];
}

function missing(view: PodView): SourceName[] {
  const wanted: SourceName[] = ['kubelet', 'kubelet-log', 'runtime-log'];
  return wanted.filter((name) => !view.node.has[name]);
}

/** All cells of the pod in reading order: the pod's own, then each container's, init first. */
export function podStages(view: PodView, nowMs: number): readonly StageResult[] {
  const kubelet = kubeletStage(view, nowMs);
  const sandbox = isPassed(kubelet) ? sandboxStage(view, nowMs) : notReached('sandbox', null);
  const results = [kubelet, sandbox];
  let isOpen = isPassed(sandbox);
  const ending = view.isTerminating || !isOpen ? null : nodeEnding(view);
  for (const container of view.containers) {
    if (ending !== null && container.type !== 'init') {
      results.push(...endedCells(container, containerStages(view, container, nowMs), ending));
      continue;
    }
    const own = isOpen ? containerStages(view, container, nowMs) : notReachedAll(container);
    results.push(...own);
    isOpen = isOpen && lets(container, own);
  }
  if (view.containers.length === 0 && isOpen) results.push(...namelessStages(view, nowMs));
  if (view.isTerminating) results.push(teardownStage(view, nowMs));
  return results;
}
