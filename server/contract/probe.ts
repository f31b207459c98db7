import { z } from 'zod';
import type { JsonObject } from './cri-config.ts';
import { timeSchema } from './evidence.ts';
import { causeTextSchema } from './pod.ts';
import {
  CANCEL_REASONS,
  CLEANUP_STATES,
  PROBE_CALLS,
  PROBE_STATES,
  PROBE_STEP_STATES,
  PULL_POLICIES,
} from './probe-words.ts';
import { pullProgressSchema } from './pull-progress.ts';
import { STAGE_STATES, STAGES } from './stage.ts';
import { stageStepSchema } from './stage-step.ts';

export * from './probe-words.ts';

const MAX_ARGUMENTS = 64;
const MAX_ARGUMENT_CHARS = 4_096;
/** Characters of one configuration: crictl's own examples have a few hundred. */
const MAX_CONFIG_CHARS = 128 * 1024;

const argumentsSchema = z.array(z.string().max(MAX_ARGUMENT_CHARS)).max(MAX_ARGUMENTS).default([]);

/** An object, or its text in JSON or YAML. */
const configSchema = z
  .union([z.string().min(1).max(MAX_CONFIG_CHARS), z.record(z.string(), z.unknown())])
  .nullable()
  .default(null);

/** Sent with PullImage and forgotten: neither stored, logged nor told again. */
export const registryAuthSchema = z.strictObject({
  username: z.string().max(1_024).default(''),
  password: z.string().max(16_384).default(''),
  /** A token in place of both. */
  identityToken: z.string().max(16_384).default(''),
  registryToken: z.string().max(16_384).default(''),
});
export type RegistryAuth = z.infer<typeof registryAuthSchema>;

const podRefSchema = z.strictObject({
  namespace: z.string().min(1).max(253),
  name: z.string().min(1).max(253),
  /** Null: the newest pod of that name. */
  uid: z.string().max(64).nullable().default(null),
  /** Null: the one that decides the pod's verdict. */
  container: z.string().max(253).nullable().default(null),
});

/** POST /probes: a form, or the two configurations as crictl takes them. */
export const probeRequestSchema = z.strictObject({
  /** `step`: each call waits for POST /probes/{id}/next. */
  mode: z.enum(['all', 'step']).default('all'),
  /** Null: one that is on the node already, by digest; with a container configuration, the image it names. */
  image: z.string().min(1).max(1_024).nullable().default(null),
  /** Null: one that this node has; "" the default handler. */
  runtimeHandler: z.string().max(253).default(''),
  hostNetwork: z.boolean().default(false),
  /** Empty: as the image says. */
  command: argumentsSchema,
  args: argumentsSchema,
  pullPolicy: z.enum(PULL_POLICIES).default('IfNotPresent'),
  auth: registryAuthSchema.nullable().default(null),
  sandboxConfig: configSchema,
  containerConfig: configSchema,
  /** The stuck pod that it is held beside. */
  pod: podRefSchema.nullable().default(null),
});
export type ProbeRequest = z.infer<typeof probeRequestSchema>;
export type ProbePodRef = z.infer<typeof podRefSchema>;

const jsonSchema = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null);

export const probeStepSchema = z.object({
  call: z.enum(PROBE_CALLS),
  state: z.enum(PROBE_STEP_STATES),
  startedAt: timeSchema.nullable(),
  /** Of one that runs: so far. */
  durationMs: z.number().nullable(),
  /** The node's median and p95 for this call, of calls that ended well; null while not known. */
  usualMs: z.number().nullable(),
  usualP95Ms: z.number().nullable(),
  /** Exactly what was (or will be) sent; secrets read "[withheld]". Null for Observe. */
  request: jsonSchema.nullable(),
  /** The runtime's answer. */
  response: jsonSchema.nullable(),
  /** A sentence: why it was skipped, what was observed. */
  note: z.string().nullable(),
  error: z
    .object({
      /** The gRPC code's name: UNAVAILABLE, NOT_FOUND … */
      code: z.string(),
      text: z.string(),
      /** [start, end) of the innermost message within `text`. */
      innermost: z.tuple([z.number().int(), z.number().int()]),
      frames: z.array(z.string()),
    })
    .nullable(),
  /** A cause slug, "unknown" where the error tells none; null without an error. */
  cause: z.string().nullable(),
  causeText: causeTextSchema.nullable(),
  /** Parts of the call as logs and events tell them. */
  steps: z.array(stageStepSchema),
  progress: pullProgressSchema.nullable(),
});
export type ProbeStep = z.infer<typeof probeStepSchema>;

export const probeLeftSchema = z.object({
  kind: z.enum(['container', 'sandbox', 'image', 'log-folder']),
  id: z.string(),
  /** Why it could not be removed, and what a person can do. */
  why: z.string(),
  command: z.string().nullable(),
});
export type ProbeLeft = z.infer<typeof probeLeftSchema>;

/** Where a stage passes here and fails there, and what that leaves. */
export const probeComparisonSchema = z.object({
  pod: z.object({
    namespace: z.string(),
    name: z.string(),
    uid: z.string().nullable(),
    container: z.string().nullable(),
  }),
  stages: z.array(
    z.object({
      stage: z.enum(STAGES),
      probe: z.enum(PROBE_STEP_STATES),
      pod: z.enum(STAGE_STATES),
      /** "passes here, fails there", "both pass" … */
      reading: z.enum([
        'same-ok',
        'same-failure',
        'other-failure',
        'only-pod-fails',
        'only-probe-fails',
        'open',
      ]),
    }),
  ),
  /** One or two sentences: what follows from it. */
  sentence: z.string(),
  /** What differs between the two, so what is left to suspect; and what does not, so what is cleared. */
  subjects: z.array(
    z.object({
      subject: z.enum([
        'image',
        'runtime-handler',
        'mounts',
        'network',
        'security',
        'command',
        'resources',
      ]),
      probe: z.string(),
      pod: z.string(),
      verdict: z.enum(['same', 'differs', 'unknown']),
      isSuspect: z.boolean(),
    }),
  ),
});
export type ProbeComparison = z.infer<typeof probeComparisonSchema>;

export const probeSchema = z.object({
  id: z.string(),
  state: z.enum(PROBE_STATES),
  mode: z.enum(['all', 'step']),
  /** Who started it. */
  user: z.string(),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** When it is given up and removed, whatever happens. */
  deadlineAt: timeSchema,
  /** In a sentence: what it proves, or where it stopped. */
  sentence: z.string(),
  /** The pod it makes; its page shows it as any other. */
  pod: z.object({ namespace: z.string(), name: z.string(), uid: z.string() }),
  image: z.string(),
  runtimeHandler: z.string(),
  /** What of the given configuration was set otherwise, and why. */
  changes: z.array(
    z.object({ path: z.string(), was: z.string(), is: z.string(), why: z.string() }),
  ),
  /** Settings that only an admin may use and that it uses. */
  privileges: z.array(z.string()),
  steps: z.array(probeStepSchema),
  /** The call that "next" makes; null when nothing waits. */
  next: z.enum([...PROBE_CALLS, 'CleanUp']).nullable(),
  cancel: z.object({ reason: z.enum(CANCEL_REASONS), sentence: z.string() }).nullable(),
  cleanup: z.object({
    state: z.enum(CLEANUP_STATES),
    durationMs: z.number().nullable(),
    /** What was removed, in order: "container 3f2a…", "sandbox 9c1b…". */
    removed: z.array(z.string()),
    left: z.array(probeLeftSchema),
    /** Said where kubelet was there first, or the runtime does not answer. */
    note: z.string().nullable(),
  }),
  /** Last lines of the container's output, bounded. */
  output: z.array(z.object({ stream: z.enum(['stdout', 'stderr']), text: z.string() })),
  comparison: probeComparisonSchema.nullable(),
});
export type Probe = z.infer<typeof probeSchema>;

/** GET /probes: the one that runs, and those that ended since the server started (the newest 20). */
export const probeListSchema = z.object({
  current: z.string().nullable(),
  probes: z.array(
    probeSchema.pick({
      id: true,
      state: true,
      startedAt: true,
      endedAt: true,
      user: true,
      image: true,
      sentence: true,
    }),
  ),
  /** Objects of probes that could not be removed, of this server or an earlier one. */
  left: z.array(probeLeftSchema),
});
export type ProbeList = z.infer<typeof probeListSchema>;

/** GET /probes/options?pod=&uid=&container=: what a form offers here. */
export const probeOptionsSchema = z.object({
  /** What the form begins with; of a stuck pod's where one is named. */
  request: probeRequestSchema,
  /** On the node already, by digest where there is one; the smallest first. */
  images: z.array(z.object({ ref: z.string(), tags: z.array(z.string()), sizeBytes: z.number() })),
  /** Named handlers; empty with `handlersUnknown` where the runtime does not tell. */
  runtimeHandlers: z.array(z.string()),
  handlersUnknown: z.string().nullable(),
  /** Said before a probe: IPAM nearly exhausted, image disk full, runtime hangs. */
  warnings: z.array(z.object({ text: z.string(), cause: z.string().nullable() })),
  /** What of the stuck pod is not taken over, and why. */
  leftOut: z.array(z.object({ what: z.string(), why: z.string() })),
  /** Whether the caller may use settings that reach the node. */
  mayUsePrivileges: z.boolean(),
});
export type ProbeOptions = z.infer<typeof probeOptionsSchema>;

/** GET /probes/{id}/commands: the same by hand. */
export const probeCommandsSchema = z.object({
  files: z.array(z.object({ name: z.string(), text: z.string() })),
  /** A script for sh that writes the files and makes the calls. */
  script: z.string(),
});
export type ProbeCommands = z.infer<typeof probeCommandsSchema>;
