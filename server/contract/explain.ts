import { z } from 'zod';
import { nextCheckSchema } from './evidence.ts';
import { STAGE_LABEL, STAGES } from './stage.ts';

/** Where a text may belong: the stages of a pod, and what happens beside pods. */
export const EXPLAIN_STAGES = [...STAGES, 'node', 'streaming', 'tooling'] as const;
export type ExplainStage = (typeof EXPLAIN_STAGES)[number];

export const EXPLAIN_STAGE_LABEL: Readonly<Record<ExplainStage, string>> = {
  ...STAGE_LABEL,
  node: 'Node',
  streaming: 'Logs, exec, port-forward',
  tooling: 'Command-line tools',
};

/** 64 KiB: a screen full of log lines fits; whole files are not errors. */
export const MAX_EXPLAIN_BYTES = 65_536;

/** Cause and group of a text that nobody knows. */
export const UNKNOWN_CAUSE = 'unknown';

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
});
export type Explanation = z.infer<typeof explanationSchema>;
