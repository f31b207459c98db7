import { type Work, waitFor } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import type { PullPlan } from '../model/scenario.ts';
import { planTransfer, type TransferPlan, unpackedAtMs } from '../model/transfer.ts';
import type { CallResult } from './sandbox-calls.ts';

/** An image whose transfer stands still. */
const HUNG = { totalBytes: 402_653_184, bytesPerSecond: 12_000_000 };
/** A fast line, before an image that takes long to unpack. */
const FAST_BYTES_PER_SECOND = 120_000_000;
/** 0.4 MB/s: a disk in trouble. */
const SLOW_UNPACK_BYTES_PER_SECOND = 400_000;
const UNPACK_BYTES_PER_SECOND = 150_000_000;

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
      // Again and again, so that bytes move as long as anybody looks.
      for (;;) yield begin(node, { ...plan, image: name, ...NO_TROUBLE }) - node.clock.now();
    case 'hangs':
      yield 400;
      begin(node, { ...HUNG, ...NO_TROUBLE, image: name, hangsAt: 2 });
      yield* waitFor(() => false, 3_600_000);
      break;
    case 'unpacks': {
      yield 400;
      const line = { bytesPerSecond: FAST_BYTES_PER_SECOND, totalBytes: plan.totalBytes };
      const unpackBytesPerSecond = SLOW_UNPACK_BYTES_PER_SECOND;
      begin(node, { ...line, ...NO_TROUBLE, image: name, unpackBytesPerSecond });
      yield* waitFor(() => false, 3_600_000);
      break;
    }
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

const NO_TROUBLE = { hangsAt: null, unpackBytesPerSecond: UNPACK_BYTES_PER_SECOND };

/** Lets the image come in; returns when it will be unpacked. */
function begin(node: SimNode, plan: TransferPlan): number {
  const transfer = planTransfer(plan, node.random, node.clock.now());
  node.store.transfers.set(plan.image, transfer);
  return unpackedAtMs(transfer);
}
