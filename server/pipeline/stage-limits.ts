import type { NodeFacts } from './pod-view.ts';
import { FLOOR_MS } from './stage-result.ts';

/** 3 times the slowest twentieth of this node: an unusually slow call is no fault yet. */
const USUAL_FACTOR = 3;
/** 5 calls: fewer tell nothing about what is usual. */
const MIN_COUNT = 5;
/** 15 min: a history of very slow calls must not hide one that never ends. */
const MAX_LIMIT_MS = 15 * 60_000;

/** Stages that are one call to the runtime; the others have no usual time. */
const CALL_OF: Partial<Record<keyof typeof FLOOR_MS, string>> = {
  sandbox: 'RunPodSandbox',
  pullUnseen: 'PullImage',
  create: 'CreateContainer',
  start: 'StartContainer',
};

/**
 * How long a stage may run before a starting pod counts as stuck: its floor, or what history has shown to be usual on
 * this node, whichever is longer.
 */
export function limitMs(node: NodeFacts, stage: keyof typeof FLOOR_MS): number {
  const floorMs = FLOOR_MS[stage];
  const call = CALL_OF[stage];
  const usual = call === undefined ? undefined : node.around.usual.get(call);
  if (usual === undefined || usual.count < MIN_COUNT || !Number.isFinite(usual.p95Ms)) {
    return floorMs;
  }
  return Math.max(floorMs, Math.min(USUAL_FACTOR * usual.p95Ms, MAX_LIMIT_MS));
}
