import type { Image } from '../../contract/runtime-objects.ts';
import { CriError } from '../cri-error.ts';
import { ImageService } from '../generated/runtime/v1/api_pb.js';
import { toImage } from '../map/to-image.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

const PREFIXED_ID = /^sha256:([0-9a-f]{64})$/u;

/** The image of a reference or id; null when it is not on the node. */
export async function getImageStatus(
  rpc: Rpc,
  ref: string,
  options: RpcOptions,
): Promise<Image | null> {
  const image = await ask(rpc, ref, options);
  // CRI-O names images by the bare digits and does not find them by "sha256:" and the digits.
  const digits = PREFIXED_ID.exec(ref)?.[1];
  if (image !== null || digits === undefined) return image;
  return await ask(rpc, digits, options);
}

async function ask(rpc: Rpc, ref: string, options: RpcOptions): Promise<Image | null> {
  try {
    const method = ImageService.method.imageStatus;
    const { image } = await rpc.call(method, { image: { image: ref } }, options);
    return image === undefined ? null : toImage(image);
  } catch (error) {
    if (error instanceof CriError && error.isNotFound) return null;
    throw error;
  }
}
