import { z } from 'zod';
import { timeSchema } from './evidence.ts';
import { LOG_LEVELS } from './log-words.ts';
import { END_REASONS, MAX_COMMAND_SECONDS } from './stream-words.ts';

export * from './stream-words.ts';

/** Characters of one argument, and arguments: a command line is typed by a person. */
const MAX_ARGUMENT_CHARS = 4_096;
const MAX_ARGUMENTS = 64;
const id = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, 'expected the id of a container or sandbox');

const MAX_PATTERN_CHARS = 1_024;
const MAX_FIELDS = 8;

/** Which lines of a log are wanted; null asks for any. */
const logFilterSchema = z.strictObject({
  /** A regular expression, or the text itself. */
  pattern: z.string().min(1).max(MAX_PATTERN_CHARS).nullable().default(null),
  isLiteral: z.boolean().default(false),
  ignoresCase: z.boolean().default(false),
  isInverted: z.boolean().default(false),
  stream: z.enum(['stdout', 'stderr']).nullable().default(null),
  levels: z.array(z.enum(LOG_LEVELS)).min(1).nullable().default(null),
  fields: z
    .array(z.strictObject({ path: z.string().min(1).max(128), value: z.string().max(256) }))
    .max(MAX_FIELDS)
    .default([]),
});

export const ticketRequestSchema = z.discriminatedUnion('kind', [
  /** Follows a log: the newest attempt, and those that come after it. */
  z.strictObject({
    kind: z.literal('logs'),
    /** Null: by the names of `pod`, which outlive the container. */
    containerId: id.nullable().default(null),
    pod: z
      .strictObject({
        namespace: z.string().min(1).max(253),
        name: z.string().min(1).max(253),
        /** Null: the newest pod of that name. */
        uid: z.string().max(64).nullable().default(null),
        container: z.string().min(1).max(253),
      })
      .nullable()
      .default(null),
    attempt: z.null().default(null),
    /** Lines that are given first. */
    tail: z.number().int().min(0).max(100_000).default(1_000),
    /** RFC 3339, or how long ago ("15m"): begins there instead of with the last lines. */
    since: z.string().max(64).nullable().default(null),
    /** Goes on behind the line of this offset: what was missed comes first. Wins over tail and since. */
    after: z.string().max(1_024).nullable().default(null),
    filter: logFilterSchema.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('exec'),
    containerId: id,
    /** Empty: a shell that the image has, bash before sh. */
    command: z.array(z.string().max(MAX_ARGUMENT_CHARS)).max(MAX_ARGUMENTS).default([]),
    tty: z.boolean().default(true),
  }),
  z.strictObject({
    kind: z.literal('attach'),
    containerId: id,
    /** Null: as the container was started. */
    tty: z.boolean().nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('port-forward'),
    podSandboxId: id,
    port: z.number().int().min(1).max(65_535),
  }),
  /** Takes up an exec or attach session again, within 60 s of its connection's end. */
  z.strictObject({
    kind: z.literal('resume'),
    session: z.string().regex(/^[\w-]{16,64}$/, 'expected the id that "opened" told'),
    /** Bytes of output that are here already; what came after them is sent again. 0: everything that is kept. */
    receivedBytes: z.number().int().min(0).default(0),
  }),
]);
export type TicketRequest = z.infer<typeof ticketRequestSchema>;

/** Good for one connection within 30 s. */
export const ticketSchema = z.object({
  ticket: z.string(),
  /** Relative to our root: "/ws/exec?ticket=…". */
  url: z.string(),
  expiresAt: timeSchema,
});
export type Ticket = z.infer<typeof ticketSchema>;

/** What a person can look at next, with a command where one helps. */
export const streamCheckSchema = z.object({ text: z.string(), command: z.string().nullable() });
export type StreamCheck = z.infer<typeof streamCheckSchema>;

/** The last message of a stream. */
export const streamEndSchema = z.object({
  control: z.literal('end'),
  reason: z.enum(END_REASONS),
  /** More than the reason's sentence says; null where that is all. */
  detail: z.string().nullable(),
  exitCode: z.number().int().nullable(),
  /** What could not be ended on the node: a sentence, or null. */
  leftBehind: z.string().nullable(),
  nextChecks: z.array(streamCheckSchema),
});
export type StreamEnd = z.infer<typeof streamEndSchema>;

/** JSON on the control channel, from the server. */
export const controlMessageSchema = z.discriminatedUnion('control', [
  /** The stream is there. With `session` it can be taken up again for 60 s, by a new ticket of kind resume. */
  z.object({
    control: z.literal('opened'),
    session: z.string().nullable(),
    command: z.array(z.string()),
    tty: z.boolean(),
  }),
  /** Output goes on at `fromBytes`; `lostBytes` before it are no longer kept. */
  z.object({
    control: z.literal('resumed'),
    session: z.string(),
    command: z.array(z.string()),
    tty: z.boolean(),
    fromBytes: z.number(),
    lostBytes: z.number(),
  }),
  /** The page is behind: output waits in the container until it has caught up. */
  z.object({ control: z.literal('paused'), why: z.string() }),
  z.object({ control: z.literal('flowing') }),
  /** Output that was waiting when the person interrupted was left out: as many bytes. */
  z.object({ control: z.literal('skipped'), bytes: z.number() }),
  z.object({ control: z.literal('notice'), text: z.string() }),
  /** Says nothing but that the connection lives; a page hears no ping. */
  z.object({ control: z.literal('beat') }),
  streamEndSchema,
]);
export type ControlMessage = z.infer<typeof controlMessageSchema>;

/** JSON on the control channel, from the browser. */
export const clientControlSchema = z.union([
  /** Bytes of output that were shown so far, replayed ones included; a client that once tells this is waited for. */
  z.strictObject({ ack: z.number().int().min(0) }),
  /** Ends the stream and what it started. */
  z.strictObject({ close: z.literal(true) }),
]);
export type ClientControl = z.infer<typeof clientControlSchema>;

/** JSON on the resize channel, from the browser. */
export const resizeSchema = z.object({
  width: z.number().int().min(1).max(2_000),
  height: z.number().int().min(1).max(1_000),
});

/** POST /containers/{id}/exec: a command without a terminal, run to its end. */
export const commandRequestSchema = z.strictObject({
  command: z.array(z.string().max(MAX_ARGUMENT_CHARS)).min(1).max(MAX_ARGUMENTS),
  timeoutSeconds: z.number().int().min(1).max(MAX_COMMAND_SECONDS).default(10),
});
export type CommandRequest = z.infer<typeof commandRequestSchema>;

export const commandResultSchema = z.object({
  /** Null when it did not end by itself. */
  exitCode: z.number().int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  /** More was written than is told. */
  truncated: z.boolean(),
  timedOut: z.boolean(),
  durationMs: z.number(),
});
export type CommandResult = z.infer<typeof commandResultSchema>;

/** POST /pods/{namespace}/{name}/check-port: asked from inside the pod's network. */
export const portCheckRequestSchema = z.strictObject({
  port: z.number().int().min(1).max(65_535),
  tls: z.boolean().default(false),
  /** Path and query of a GET; null: only the connection (and TLS) is tried. */
  path: z
    .string()
    .max(2_048)
    .regex(/^\/[!-~]*$/, 'expected a path that begins with /')
    .nullable()
    .default('/'),
  /** Host header and TLS server name; null: localhost. */
  host: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9.:[\]-]+$/, 'expected a host name')
    .nullable()
    .default(null),
  /** Which pod of that name; null: the newest. */
  uid: z.string().max(64).nullable().default(null),
});
export type PortCheckRequest = z.infer<typeof portCheckRequestSchema>;

export const portCheckSchema = z.object({
  connected: z.boolean(),
  /** One sentence: what came of it. */
  sentence: z.string(),
  /** The runtime's own words when the connection failed. */
  error: z.string().nullable(),
  nextChecks: z.array(streamCheckSchema),
  tls: z
    .object({
      version: z.string(),
      cipher: z.string(),
      subject: z.string(),
      issuer: z.string(),
      altNames: z.array(z.string()),
      expiresAt: timeSchema.nullable(),
      /** By the authorities of the machine that cri-triage runs on. */
      verified: z.boolean(),
      verifyError: z.string().nullable(),
    })
    .nullable(),
  http: z
    .object({
      status: z.number().int(),
      reason: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      /** The first 64 KiB. */
      body: z.string(),
      truncated: z.boolean(),
    })
    .nullable(),
  /** What a server that speaks no HTTP said first. */
  banner: z.string().nullable(),
  timings: z.object({
    /** Until the runtime had opened the way into the pod. */
    openMs: z.number(),
    tlsMs: z.number().nullable(),
    firstByteMs: z.number().nullable(),
    totalMs: z.number(),
  }),
});
export type PortCheck = z.infer<typeof portCheckSchema>;
