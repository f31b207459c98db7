import { z } from 'zod';
import { evidenceSchema, nextCheckSchema, timeSchema } from './evidence.ts';
import { fixStepSchema } from './fix.ts';
import { podHistorySchema } from './history.ts';
import { pullProgressSchema } from './pull-progress.ts';
import { CONTAINER_TYPES, OUTCOMES, POD_KINDS, STAGE_STATES, STAGES } from './stage.ts';
import { stageStepSchema } from './stage-step.ts';

const stageSchema = z.enum(STAGES);
const stateSchema = z.enum(STAGE_STATES);

/** The answer to "where did this pod stop". No evidence, no verdict. */
export const verdictSchema = z.object({
  outcome: z.enum(OUTCOMES),
  stage: stageSchema,
  state: stateSchema,
  /** A cause slug, null when nothing is wrong or no cause could be told. */
  cause: z.string().nullable(),
  /** The container that decides, null for a stage of the whole pod. */
  container: z.string().nullable(),
  since: timeSchema.nullable(),
  /** Tries so far of the call that decides, counted from 0 as CRI does; null when not told. */
  attempt: z.number().int().nullable(),
  nextRetryAt: timeSchema.nullable(),
  /** The innermost error message, or null. */
  message: z.string().nullable(),
  /** A few words for a table row: "PullImage failed: 401 from registry.example". */
  summary: z.string(),
  /** For state unknown: the sources that would tell. */
  needs: z.array(z.string()),
  evidence: z.array(evidenceSchema),
});
export type Verdict = z.infer<typeof verdictSchema>;

export const containerRowSchema = z.object({
  name: z.string(),
  type: z.enum(CONTAINER_TYPES),
  /** The newest attempt's CRI id, null when the runtime has no record. */
  id: z.string().nullable(),
  attempt: z.number().int().nullable(),
  image: z.string().nullable(),
  stage: stageSchema,
  state: stateSchema,
  ready: z.boolean(),
  restartCount: z.number().int(),
  /** The runtime's or kubelet's reason word: CrashLoopBackOff, OOMKilled, Completed … */
  reason: z.string().nullable(),
});
export type ContainerRow = z.infer<typeof containerRowSchema>;

export const podRowSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  uid: z.string().nullable(),
  kind: z.enum(POD_KINDS),
  createdAt: timeSchema.nullable(),
  verdict: verdictSchema,
  /** The worst state per stage over pod and containers, for the row of dots; in the order of STAGES. */
  dots: z.array(z.object({ stage: stageSchema, state: stateSchema })),
  readyCount: z.number().int(),
  containers: z.array(containerRowSchema),
});
export type PodRow = z.infer<typeof podRowSchema>;

/** One thing that kubelet (or the API server) wants otherwise than the runtime has it. */
export const differenceSchema = z.object({
  /** What differs: "container web", "image of web", "runtime handler". */
  subject: z.string(),
  wanted: z.string(),
  found: z.string(),
  evidence: z.array(evidenceSchema),
});
export type Difference = z.infer<typeof differenceSchema>;

/** One cell of the pipeline matrix. */
export const stageCellSchema = z.object({
  /** Container name, null for the pod's own row. */
  container: z.string().nullable(),
  stage: stageSchema,
  state: stateSchema,
  startedAt: timeSchema.nullable(),
  durationMs: z.number().nullable(),
  attempt: z.number().int().nullable(),
  /** One or two words: "present", "exited 0", "not reached". */
  word: z.string(),
  /** A second short line: image, exit reason, address; null when there is nothing to add. */
  detail: z.string().nullable(),
  evidence: z.array(evidenceSchema),
  /** Its parts in order, where evidence allows to tell them. */
  steps: z.array(stageStepSchema).optional(),
  /** Of a pull in flight. */
  progress: pullProgressSchema.optional(),
});
export type StageCell = z.infer<typeof stageCellSchema>;

/** What the cause means for this pod and what to do next. */
export const causeTextSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Two plain sentences. */
  explanation: z.string(),
  /** What it means for this pod. */
  impact: z.string(),
  nextChecks: z.array(nextCheckSchema),
  /** What mends it, least harm first. */
  fix: z.array(fixStepSchema).optional(),
  /** Causes it is easily confused with. */
  confusedWith: z.array(z.string()),
});
export type CauseText = z.infer<typeof causeTextSchema>;

/** An error as a program printed it, with its wrappers taken apart. */
export const rawErrorSchema = z.object({
  text: z.string(),
  /** Wrapper frames from the outside in. */
  frames: z.array(z.string()),
  /** [start, end) of the innermost message within `text`. */
  innermost: z.tuple([z.number().int(), z.number().int()]),
});
export type RawError = z.infer<typeof rawErrorSchema>;

export const timelineEntrySchema = z.object({
  at: timeSchema,
  /** Who speaks. */
  actor: z.enum(['kubelet', 'runtime', 'container', 'kernel', 'node', 'api']),
  text: z.string(),
  outcome: z.enum(['ok', 'failed', 'running', 'info']),
  durationMs: z.number().nullable(),
  /** How many equal entries were folded into this one (1: none). */
  count: z.number().int(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const sandboxRowSchema = z.object({
  id: z.string(),
  attempt: z.number().int(),
  state: z.enum(['ready', 'not-ready']),
  createdAt: timeSchema.nullable(),
  ip: z.string().nullable(),
  runtimeHandler: z.string(),
});
export type SandboxRow = z.infer<typeof sandboxRowSchema>;

export const podDetailSchema = podRowSchema.extend({
  asOf: timeSchema,
  stale: z.boolean(),
  /** "live", or "history" once the pod is gone. */
  source: z.enum(['live', 'history']),
  qosClass: z.string().nullable(),
  runtimeHandler: z.string().nullable(),
  ip: z.string().nullable(),
  labels: z.record(z.string(), z.string()),
  /** The verdict as one or two sentences. */
  sentence: z.string(),
  cause: causeTextSchema.nullable(),
  rawError: rawErrorSchema.nullable(),
  /** The pod's own cells, then each container's, init first. */
  stages: z.array(stageCellSchema),
  sandboxes: z.array(sandboxRowSchema),
  timeline: z.array(timelineEntrySchema),
  /** Finding ids at node level that this pod is part of. */
  findings: z.array(z.string()),
  /** Where what is wanted and what is there differ. */
  differences: z.array(differenceSchema).optional(),
  /** What is remembered of it; absent where no history is kept. */
  history: podHistorySchema.optional(),
  /** Uids of other pods here that bear the same name. */
  namesakes: z.array(z.string()).optional(),
});
export type PodDetail = z.infer<typeof podDetailSchema>;

export const podListSchema = z.object({
  asOf: timeSchema,
  /** True when the runtime did not answer the latest question; rows are then as of `asOf`. */
  stale: z.boolean(),
  pods: z.array(podRowSchema),
  nextCursor: z.string().nullable(),
  /** Rows that match the filter, before limit and cursor. */
  total: z.number().int(),
});
export type PodList = z.infer<typeof podListSchema>;
