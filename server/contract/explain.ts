import { z } from 'zod';
import { nextCheckSchema } from './evidence.ts';
import { EXPLAIN_STAGES, MAX_EXPLAIN_BYTES } from './explain-stage.ts';
import { fixStepSchema } from './fix.ts';

export const explainRequestSchema = z.strictObject({
  text: z
    .string()
    .max(MAX_EXPLAIN_BYTES)
    .refine((text) => text.trim() !== '', 'expected a text'),
});

/** What an error text tells by itself, without the node it came from. */
export const explanationSchema = z.object({
  stage: z.enum(EXPLAIN_STAGES),
  /** A slug, or "unknown". */
  cause: z.string(),
  group: z.string(),
  /** 0 to 1: how sure the text makes it. */
  confidence: z.number().min(0).max(1),
  /** Plain words about the cause; null where it is unknown. */
  title: z.string().nullable(),
  explanation: z.string().nullable(),
  confusedWith: z.array(z.string()),
  /** The innermost message. */
  message: z.string(),
  /** Who passed it on, from the outside in. */
  frames: z.array(z.string()),
  /** The text that was read, control sequences stripped. */
  text: z.string(),
  /** [start, end) of the innermost message within `text`, in UTF-16 units. */
  innermost: z.tuple([z.number().int(), z.number().int()]),
  nextChecks: z.array(nextCheckSchema),
  /** What mends it, least harm first. */
  fix: z.array(fixStepSchema).optional(),
});
export type Explanation = z.infer<typeof explanationSchema>;
