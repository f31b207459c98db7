import { z } from 'zod';
import { timeSchema } from './evidence.ts';

/** One blob of an image that is being pulled. */
export const layerProgressSchema = z.object({
  /** The blob's digest, or the ref under which the runtime writes it. */
  digest: z.string(),
  state: z.enum(['waiting', 'downloading', 'done']),
  doneBytes: z.number(),
  /** Null where the registry did not tell. */
  totalBytes: z.number().nullable(),
  updatedAt: timeSchema.nullable(),
});
export type LayerProgress = z.infer<typeof layerProgressSchema>;

/** How far a pull is. Sums are over the layers that are known so far. */
export const pullProgressSchema = z.object({
  /** `unseen`: this runtime does not tell bytes (CRI-O), or nothing is written yet. */
  phase: z.enum(['queued', 'resolving', 'downloading', 'unpacking', 'unseen']),
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  /** Over the latest readings; null before two of them. */
  bytesPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Since when no byte moved, null while bytes move. */
  stalledSince: timeSchema.nullable(),
  /** The pull that goes first where kubelet pulls one at a time. */
  queuedBehind: z
    .object({ image: z.string(), pod: z.string().nullable(), since: timeSchema.nullable() })
    .nullable(),
  /** Oldest first; at most 128, `layersDropped` says how many more there are. */
  layers: z.array(layerProgressSchema),
  layersDropped: z.number().int(),
});
export type PullProgress = z.infer<typeof pullProgressSchema>;
