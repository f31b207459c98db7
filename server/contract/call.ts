import { z } from 'zod';
import { evidenceSchema, timeSchema } from './evidence.ts';

/** One CRI call as the call journal tells it. */
export const callRowSchema = z.object({
  /** Stable while the call is known: two readings of one call bear the same id. */
  id: z.string(),
  call: z.string(),
  namespace: z.string().nullable(),
  pod: z.string().nullable(),
  uid: z.string().nullable(),
  container: z.string().nullable(),
  attempt: z.number().int().nullable(),
  imageRef: z.string().nullable(),
  sandboxId: z.string().nullable(),
  containerId: z.string().nullable(),
  beganAt: timeSchema.nullable(),
  endedAt: timeSchema.nullable(),
  /** Of a call in flight: so far. */
  durationMs: z.number().nullable(),
  /** The node's median for this call, from history; null while it is not known. */
  usualMs: z.number().nullable(),
  /** `in-flight` only with a second witness; a begin without an end and without a witness is `unknown`. */
  outcome: z.enum(['ok', 'failed', 'in-flight', 'unknown']),
  /** The witness of a call in flight; empty else. */
  witnesses: z.array(evidenceSchema),
  /** Why an open call is not known to be in flight; null else. */
  doubt: z.string().nullable(),
  /** The innermost message. */
  error: z.string().nullable(),
  /** A cause slug where the error tells one. */
  cause: z.string().nullable(),
  /** file:line of the line that ended (or, when open, began) the call. */
  where: z.string(),
  text: z.string(),
  source: z.enum(['live', 'history']),
});
export type CallRow = z.infer<typeof callRowSchema>;

export const callListSchema = z.object({
  asOf: timeSchema,
  /** In flight first (longest first), then the others, newest first. */
  calls: z.array(callRowSchema),
  nextCursor: z.string().nullable(),
  total: z.number().int(),
  /** Why calls may be missing ("the log is read from 03:12 on", "12 lines were suppressed"); empty when none is known to be. */
  gaps: z.array(z.string()),
});
export type CallList = z.infer<typeof callListSchema>;
