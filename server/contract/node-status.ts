import { z } from 'zod';
import { timeSchema } from './evidence.ts';
import { STAGE_STATES, STAGES } from './stage.ts';
import { measuredSchema } from './stats.ts';

export const sourceStatusSchema = z.object({
  name: z.enum([
    'cri',
    'containerd',
    'runtime-log',
    'kubelet',
    'kubelet-log',
    'pod-logs',
    'manifests',
    'host',
    'kernel-log',
    'kube',
    'history',
  ]),
  status: z.enum(['ok', 'degraded', 'unavailable']),
  /** Why it is not ok, or what it reads when ok. */
  reason: z.string(),
  /** How to enable it; null when there is nothing to do. */
  enable: z.string().nullable(),
});
export type SourceStatus = z.infer<typeof sourceStatusSchema>;
export type SourceName = SourceStatus['name'];

/** Whether the runtime answers, judged by our own calls and nothing else. */
export const runtimeHealthSchema = z.object({
  state: z.enum(['connecting', 'ok', 'hung', 'down']),
  since: timeSchema.nullable(),
  lastAnswerAt: timeSchema.nullable(),
  /** The call that hangs, for state hung. */
  hangingCall: z.string().nullable(),
  /** One sentence for the page: "containerd has not answered for 14 s; Version hangs". */
  message: z.string().nullable(),
  /** Calls outstanding now. */
  callsInFlight: z.number().int(),
});
export type RuntimeHealth = z.infer<typeof runtimeHealthSchema>;

export const callInFlightSchema = z.object({
  call: z.string(),
  /** Pod or image it works for, null when not told. */
  subject: z.string().nullable(),
  since: timeSchema,
  detail: z.string().nullable(),
});
export type CallInFlight = z.infer<typeof callInFlightSchema>;

/** The file that is looked at instead of a node. */
export const captureOriginSchema = z.object({
  madeAt: timeSchema,
  /** The node it was made on. */
  node: z.string(),
  /** The file's name, without its folder. */
  file: z.string(),
});
export type CaptureOrigin = z.infer<typeof captureOriginSchema>;

/** The node's own figures for one line of the first page; each says why where it is missing. */
export const nodeStripSchema = z.object({
  /** Share of all its CPUs in use, 0 to 1, over the last seconds. */
  cpuUsedRatio: measuredSchema,
  cpuCount: z.number().int().nullable(),
  memoryTotalBytes: measuredSchema,
  /** What programs can still have without swapping, as the kernel estimates it. */
  memoryAvailableBytes: measuredSchema,
  /** Share of time in which some task waited, 0 to 1, over 10 s. */
  pressure: z.object({ cpu: measuredSchema, memory: measuredSchema, io: measuredSchema }),
  /** Tasks that run or wait, over one minute. */
  loadAverage: measuredSchema,
  /** Root and image file systems; one entry where they are the same. */
  disks: z.array(
    z.object({
      role: z.enum(['root', 'images']),
      path: z.string(),
      totalBytes: z.number(),
      availableBytes: z.number(),
    }),
  ),
  /** Why no disk is told, else null. */
  disksMissing: z.string().nullable(),
  /** What 99 of 100 relists of kubelet took. */
  plegRelistMs: measuredSchema,
  /** When kubelet last renewed the node's lease at the API server; null where it is not known, `leaseMissing` says why. */
  leaseRenewedAt: timeSchema.nullable(),
  leaseMissing: z.string().nullable(),
});
export type NodeStrip = z.infer<typeof nodeStripSchema>;

export const nodeStatusSchema = z.object({
  name: z.string(),
  /** Where the data come from a capture: nothing is live then, and `asOf` is the capture's time. Absent on a node. */
  capture: captureOriginSchema.optional(),
  asOf: timeSchema,
  stale: z.boolean(),
  runtime: z.object({
    name: z.string().nullable(),
    version: z.string().nullable(),
    apiVersion: z.string().nullable(),
    endpoint: z.string().nullable(),
    endpointReason: z.string(),
    /** A sentence when kubelet uses another endpoint than we do, else null. */
    endpointWarning: z.string().nullable(),
    health: runtimeHealthSchema,
  }),
  conditions: z.array(
    z.object({ type: z.string(), status: z.boolean(), reason: z.string(), message: z.string() }),
  ),
  sources: z.array(sourceStatusSchema),
  /** Pods per stage and state, by the stage that decides each pod's verdict. */
  counts: z.record(z.enum(STAGES), z.partialRecord(z.enum(STAGE_STATES), z.number().int())),
  outcomes: z.object({
    stuck: z.number().int(),
    starting: z.number().int(),
    ready: z.number().int(),
    completed: z.number().int(),
    terminating: z.number().int(),
    unknown: z.number().int(),
  }),
  /** The node's verdict: a lead ("4 of 27 pods are stuck.") and the rest of the sentence. */
  sentence: z.object({
    lead: z.string(),
    rest: z.string(),
    tone: z.enum(['ok', 'warn', 'bad', 'unknown']),
  }),
  callsInFlight: z.array(callInFlightSchema),
  /** Absent where nothing of it is read, as in an old capture. */
  strip: nodeStripSchema.optional(),
  /** Our own cost: server and, while it lives, renderer. */
  cost: z.object({
    rssBytes: z.number(),
    rendererRssBytes: z.number().nullable(),
    cpuPercent: z.number(),
  }),
});
export type NodeStatus = z.infer<typeof nodeStatusSchema>;
