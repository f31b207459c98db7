import type { ImageService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { type Work, waitFor } from '../engine/scheduler.ts';
import type { Handlers } from '../grpc/serve.ts';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import type { PullPlan } from '../model/scenario.ts';
import { planTransfer, unpackedAtMs } from '../model/transfer.ts';
import type { CallResult } from '../runtime/sandbox-calls.ts';
import { findImage, wholeName } from './image-refs.ts';
import { askRegistry, type RegistryAnswer } from './registry.ts';
import { failure, resultOf, runWork } from './run-work.ts';

/** A good line, and a disk that keeps up: most images are here within two seconds. */
const LINE = { bytesPerSecond: 90_000_000, hangsAt: null, unpackBytesPerSecond: 260_000_000 };
const HUNG = { totalBytes: 402_653_184, bytesPerSecond: 12_000_000, hangsAt: 2 };
/** How soon a pull notices that its caller has left. */
const LOOK_MS = 50;

/** PullImage and RemoveImage as anybody may call them. */
export function imageChanges(
  node: SimNode,
): Required<Pick<Handlers<typeof ImageService>, 'pullImage' | 'removeImage'>> {
  const { dress } = node;
  return {
    async pullImage({ image, auth }, { signal }) {
      const asked = image?.image ?? '';
      const name = wholeName(asked);
      if (name === null) {
        const why = /[A-Z]/u.test(asked) ? 'capitals' : 'other';
        throw failure(dress.refusals.badReference(asked, why));
      }
      const answer = askRegistry(node, name, auth);
      const pulled = resultOf(await runWork(node.clock, pull(node, name, answer, signal)));
      return { imageRef: dress.name === 'crio' ? pulled.id : `sha256:${pulled.id}` };
    },
    async removeImage({ image }) {
      await runWork(node.clock, remove(node, image?.image ?? ''));
      return {};
    },
  };
}

function* pull(
  node: SimNode,
  name: string,
  answer: RegistryAnswer,
  signal: AbortSignal,
): Work<CallResult<SimImage>> {
  const call = node.runtimeLog.pullImage(name);
  const beganAtMs = node.clock.now();
  yield node.random.between(60, 240);
  let fault = answer.kind === 'fault' ? answer.fault : null;
  if (answer.kind === 'image' && !node.store.images.has(answer.image.name)) {
    yield* transfer(node, name, answer, signal);
    if (signal.aborted) fault = 'cancelled';
  }
  if (fault !== null || answer.kind === 'fault') {
    const error = node.dress.errors.pull(fault ?? 'not-found', name);
    call.failed(error);
    return { ok: false, error };
  }
  const image = node.store.addImage(answer.image.name);
  call.ok({ image, tookMs: Math.round(node.clock.now() - beganAtMs) });
  return { ok: true, value: image };
}

/** Lets the image come in, unpacked; one that a pod waits for comes no faster here. */
function* transfer(
  node: SimNode,
  name: string,
  { image, plan }: RegistryAnswer & { readonly kind: 'image' },
  signal: AbortSignal,
): Work {
  const line = lineAt(node.clock.speed);
  const what = { image: name, totalBytes: image.compressedBytes, ...line, ...troubleOf(plan) };
  const coming = planTransfer(what, node.random, node.clock.now());
  node.store.transfers.set(name, coming);
  const isHereAtMs = unpackedAtMs(coming);
  yield* waitFor(() => signal.aborted || node.clock.now() >= isHereAtMs, LOOK_MS);
  if (node.store.transfers.get(name) === coming) node.store.transfers.delete(name);
}

/** Bytes move as fast as everything else. */
function lineAt(speed: number) {
  const { bytesPerSecond, unpackBytesPerSecond, hangsAt } = LINE;
  return {
    bytesPerSecond: bytesPerSecond * speed,
    unpackBytesPerSecond: unpackBytesPerSecond * speed,
    hangsAt,
  };
}

function troubleOf(plan: PullPlan) {
  switch (plan.kind) {
    case 'slow':
      return { totalBytes: plan.totalBytes, bytesPerSecond: plan.bytesPerSecond };
    case 'hangs':
      return HUNG;
    case 'unpacks':
      return { totalBytes: plan.totalBytes, unpackBytesPerSecond: 400_000 };
    default:
      return {};
  }
}

/** Gone for all its names, also while a container uses it; one that is not there is no error. */
function* remove(node: SimNode, ref: string): Work {
  const image = findImage(node, ref);
  const call = node.runtimeLog.removeImage(ref);
  yield node.random.between(10, 60);
  if (image !== null) node.store.images.delete(image.name);
  call.ok(image);
}
