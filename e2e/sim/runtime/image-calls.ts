import { type Work, waitFor } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import type { PullPlan } from '../model/scenario.ts';
import type { CallResult } from './sandbox-calls.ts';

/** Size of a layer whose transfer stands still. */
const HUNG_LAYER_BYTES = 48_234_496;

/** Bytes that had arrived when it stopped. */
const HUNG_AT_BYTES = 3_145_728;

/** PullImage as kubelet makes it: one at a time where pulls are serialized, so that one hung pull holds up the next. */
export function* pullImage(
  node: SimNode,
  name: string,
  plan: PullPlan,
): Work<CallResult<SimImage>> {
  if (node.isPullSerialized) {
    yield* waitFor(() => node.pullingImage === null, 500);
    node.pullingImage = name;
  }
  const call = node.runtimeLog.pullImage(name);
  const beganAtMs = node.clock.now();
  switch (plan.kind) {
    case 'present':
    case 'pulled':
      yield plan.kind === 'pulled' ? plan.tookMs : 100;
      break;
    case 'fails':
      yield node.random.between(20, 350);
      break;
    case 'slow':
      yield 400;
      // Layer after layer, so that bytes move as long as anybody looks.
      for (;;) {
        const ref = ingest(node, plan.totalBytes, plan.bytesPerSecond);
        yield (plan.totalBytes / plan.bytesPerSecond) * 1000;
        node.store.ingests.delete(ref);
      }
    case 'hangs':
      yield 400;
      ingest(node, HUNG_LAYER_BYTES, 0);
      yield* waitFor(() => false, 3_600_000);
      break;
  }
  node.pullingImage = null;
  if (plan.kind === 'fails') {
    const error = node.dress.errors.pull(plan.fault, name);
    call.failed(error);
    return { ok: false, error };
  }
  const image = node.store.addImage(name);
  call.ok({ image, tookMs: Math.round(node.clock.now() - beganAtMs) });
  return { ok: true, value: image };
}

function ingest(node: SimNode, totalBytes: number, bytesPerSecond: number): string {
  const ref = `layer-sha256:${node.random.hex(64)}`;
  node.store.ingests.set(ref, {
    ref,
    startedAtMs: node.clock.now(),
    totalBytes,
    bytesPerSecond,
  });
  return ref;
}

/** Bytes of an ingest so far: they move with time, or stand where they stopped. */
export function ingestOffset(
  ingested: {
    readonly startedAtMs: number;
    readonly totalBytes: number;
    readonly bytesPerSecond: number;
  },
  nowMs: number,
): number {
  if (ingested.bytesPerSecond === 0) return HUNG_AT_BYTES;
  const moved = Math.floor(((nowMs - ingested.startedAtMs) / 1000) * ingested.bytesPerSecond);
  return Math.min(moved, ingested.totalBytes);
}
