import type { ImageService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import { imageChanges } from '../wire/image-changes.ts';
import { findImage } from '../wire/image-refs.ts';
import type { Handlers } from './serve.ts';
import { toImage, toNanos } from './to-wire.ts';

/** ImageService of the simulated node. */
export function imageService(node: SimNode): Handlers<typeof ImageService> {
  const { dress, store } = node;
  const all = (): SimImage[] => [...store.images.values()];
  return {
    listImages: () => ({ images: all().map((one) => toImage(dress.name, one)) }),
    streamImages: async (_request, stream) => {
      for (const one of all()) stream.write({ images: [toImage(dress.name, one)] });
    },
    imageStatus: (request) => {
      const found = findImage(node, request.image?.image ?? '');
      return found === null ? {} : { image: toImage(dress.name, found) };
    },
    imageFsInfo: () => ({
      imageFilesystems: [
        {
          timestamp: toNanos(node.clock.now()),
          fsId: { mountpoint: '/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs' },
          usedBytes: { value: BigInt(all().reduce((sum, one) => sum + one.uncompressedBytes, 0)) },
          inodesUsed: { value: 221n },
        },
      ],
    }),
    ...imageChanges(node),
  };
}
