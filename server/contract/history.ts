import { z } from 'zod';
import { timeSchema } from './evidence.ts';
import { OUTCOMES, STAGE_STATES, STAGES } from './stage.ts';

/** A moment at which a pod's verdict became another one. */
export const transitionSchema = z.object({
  at: timeSchema,
  outcome: z.enum(OUTCOMES),
  stage: z.enum(STAGES),
  state: z.enum(STAGE_STATES),
  cause: z.string().nullable(),
  container: z.string().nullable(),
  summary: z.string(),
});
export type Transition = z.infer<typeof transitionSchema>;

/** What is remembered of a pod. */
export const podHistorySchema = z.object({
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
  /** Oldest first, bounded; `transitionsDropped` says how many older ones are gone. */
  transitions: z.array(transitionSchema),
  transitionsDropped: z.number().int(),
  /** The series of failures of the call that decides, where it fails again and again. */
  series: z
    .object({
      call: z.string(),
      attempts: z.number().int(),
      firstFailureAt: timeSchema,
      lastFailureAt: timeSchema,
      /** What changed on the node in the minute before the first failure; null where nothing is known to have. */
      after: z.object({ at: timeSchema, text: z.string() }).nullable().optional(),
    })
    .nullable(),
});
export type PodHistory = z.infer<typeof podHistorySchema>;

/** How long calls of this node usually take, in ms; only of calls that ended well. */
export interface UsualDuration {
  readonly call: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly count: number;
}
