import type { Image } from '../../contract/runtime-objects.ts';
import { stripControl } from '../../lib/strip-control.ts';
import type { Image as ImageRow } from '../generated/runtime/v1/api_pb.js';

/** A row of the image list; its size is compressed on containerd and uncompressed on CRI-O. */
export function toImage(row: ImageRow): Image {
  return {
    id: stripControl(row.id),
    tags: row.repoTags.map(stripControl),
    digests: row.repoDigests.map(stripControl),
    sizeBytes: Number(row.size),
    pinned: row.pinned,
  };
}
