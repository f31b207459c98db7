import { ImageService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { unlessGone } from './unless-gone.ts';

/** Takes the image from the node, with all its tags; runtimes do so even while a container uses it. */
export async function removeImage(rpc: Rpc, ref: string, options: RpcOptions): Promise<void> {
  const { removeImage: remove } = ImageService.method;
  await unlessGone(rpc.call(remove, { image: { image: ref } }, options));
}
