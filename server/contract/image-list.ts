import { z } from 'zod';
import { timeSchema } from './evidence.ts';

/** GET /images: what is on the node, and who uses it. */
export const imageRowSchema = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  digests: z.array(z.string()),
  /** Compressed on containerd, unpacked on CRI-O: `sizeIs` says which. */
  sizeBytes: z.number(),
  pinned: z.boolean(),
  /** Why it has to stay, in a sentence; null when nothing needs it. */
  neededBecause: z.string().nullable(),
  /** Containers made of it, running or not. */
  users: z.array(
    z.object({
      namespace: z.string(),
      pod: z.string(),
      uid: z.string(),
      container: z.string(),
      containerId: z.string(),
      isRunning: z.boolean(),
    }),
  ),
});
export type ImageRow = z.infer<typeof imageRowSchema>;

export const imageListSchema = z.object({
  asOf: timeSchema,
  stale: z.boolean(),
  sizeIs: z.enum(['compressed', 'unpacked', 'unknown']),
  images: z.array(imageRowSchema),
  totalBytes: z.number(),
  /** Of those that nothing needs; null while it is not known what does. */
  unusedBytes: z.number().nullable(),
  /** The file system they lie on; null where it is not known. */
  disk: z
    .object({ path: z.string(), totalBytes: z.number(), availableBytes: z.number() })
    .nullable(),
  /** Why something of this is missing; empty when nothing is. */
  gaps: z.array(z.string()),
});
export type ImageList = z.infer<typeof imageListSchema>;
