import { z } from 'zod';

/** One rung of a ladder: least harm first. */
export const fixStepSchema = z.object({
  text: z.string(),
  /** To copy; null where words are all there is. */
  command: z.string().nullable(),
  /** What it costs, in words: "nothing", "the pod restarts", "every pod of the node restarts". */
  cost: z.string(),
  /** For colour and order. */
  harm: z.enum(['none', 'pod', 'node', 'data']),
});
export type FixStep = z.infer<typeof fixStepSchema>;
