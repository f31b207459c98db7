import { z } from 'zod';
import { evidenceSchema, nextCheckSchema, timeSchema } from './evidence.ts';
import { fixStepSchema } from './fix.ts';
import { nodeChangeSchema } from './node-change.ts';

/** A cause told once at node level, with the pods it hits. */
export const findingSchema = z.object({
  id: z.string(),
  cause: z.string(),
  severity: z.enum(['critical', 'warning', 'info']),
  title: z.string(),
  /** One sentence: what it does to this node. */
  effect: z.string(),
  pods: z.array(z.object({ namespace: z.string(), name: z.string(), uid: z.string().nullable() })),
  since: timeSchema.nullable(),
  evidence: z.array(evidenceSchema),
  nextChecks: z.array(nextCheckSchema),
  /** What mends it, least harm first. */
  fix: z.array(fixStepSchema).optional(),
  /** What changed on the node just before it began, newest first. */
  changes: z.array(nodeChangeSchema).optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const findingListSchema = z.object({
  asOf: timeSchema,
  stale: z.boolean(),
  findings: z.array(findingSchema),
});
export type FindingList = z.infer<typeof findingListSchema>;
