import { status } from '@grpc/grpc-js';
import type { ImageService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import { RpcFailure } from './call-gate.ts';
import type { Handlers } from './serve.ts';
import { toImage, toNanos } from './to-wire.ts';

/** ImageService of the simulated node. */
export function imageService(node: SimNode): Handlers<typeof ImageService> {
  const { dress, store } = node;
  const all = (): SimImage[] => [...store.images.values()];
  const refuse = (): never => {
    throw new RpcFailure(status.FAILED_PRECONDITION, 'the simulated node takes no changing calls');
  };
  return {
    listImages: () => ({ images: all().map((one) => toImage(dress.name, one)) }),
    streamImages: async (_request, stream) => {
      for (const one of all()) stream.write({ images: [toImage(dress.name, one)] });
    },
    imageStatus: (request) => {
      const asked = request.image?.image ?? '';
      // A lookup by sha256:<id> answers empty on CRI-O, as recorded.
      const found = all().find(
        (one) =>
          one.name === asked ||
          one.id === asked ||
          (dress.name === 'containerd' && `sha256:${one.id}` === asked),
      );
      return found === undefined ? {} : { image: toImage(dress.name, found) };
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
    pullImage: refuse,
    removeImage: refuse,
  };
}
