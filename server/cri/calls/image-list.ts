import type { Image } from '../../contract/runtime-objects.ts';
import { type Image as ImageRow, ImageService } from '../generated/runtime/v1/api_pb.js';
import { toImage } from '../map/to-image.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { wholeList } from './whole-list.ts';

/** All images; no filter cuts this list, so a runtime without StreamImages may have too many. */
export async function listImages(rpc: Rpc, options: RpcOptions): Promise<readonly Image[]> {
  const { listImages: list, streamImages } = ImageService.method;
  const rows = await wholeList<ImageRow>({
    rpc: list.name,
    all: async () => (await rpc.call(list, {}, options)).images,
    streamed: async () => {
      const images: ImageRow[] = [];
      for await (const answer of rpc.stream(streamImages, {}, options)) {
        images.push(...answer.images);
      }
      return images;
    },
    inParts: null,
  });
  return rows.map(toImage);
}
