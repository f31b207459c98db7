import type { Image } from '../contract/runtime-objects.ts';
import { exactRef, findImage } from './plan/image-choice.ts';

/** The image that the runtime itself names for sandboxes, if it is on the node, by its exact reference. */
export function sandboxImageRef(named: string | null, images: readonly Image[]): string | null {
  const image = named === null ? null : findImage(named, images);
  return image === null ? null : exactRef(image);
}
