import { z } from 'zod';
import { callRowSchema } from './call.ts';
import { timeSchema } from './evidence.ts';
import { findingSchema } from './finding.ts';
import { nodeStatusSchema } from './node-status.ts';
import { podDetailSchema, podRowSchema } from './pod.ts';

/** What was taken out before the evidence left the server. */
export const withheldSchema = z.object({
  /** "bearer token", "password in a URL", "annotation values" … */
  what: z.string(),
  count: z.number().int(),
});
export type Withheld = z.infer<typeof withheldSchema>;

/** The evidence about one pod, or about the node, to hand on: readable at the top, whole below. */
export const reportSchema = z.object({
  madeAt: timeSchema,
  /** Six plain lines: where it stopped, why, the proof, who else, what came before, what next. */
  lines: z.array(z.string()).length(6),
  node: nodeStatusSchema,
  /** Null in a report about the node. */
  pod: podDetailSchema.nullable(),
  /** In a report about the node: the pods that need a person, at most 100. */
  stuck: z.array(podRowSchema),
  /** Those the pod is part of; all in a report about the node. */
  findings: z.array(findingSchema),
  /** Calls of the pod, newest first; of the node those in flight and the latest that failed. */
  calls: z.array(callRowSchema),
  withheld: z.array(withheldSchema),
});
export type Report = z.infer<typeof reportSchema>;
