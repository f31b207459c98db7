import type { ImageList } from '../contract/image-list.ts';
import type { ApiRequest } from './api-route.ts';
import { refuseParams } from './params.ts';

/** GET /images: what is on the node, who uses it, and what nothing needs. */
export function getImages({ runtime, query, signal }: ApiRequest): Promise<ImageList> {
  refuseParams(query);
  return runtime.images({ signal });
}
