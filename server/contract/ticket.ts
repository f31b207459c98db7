import { z } from 'zod';
import { timeSchema } from './evidence.ts';

/** Kinds of WebSocket streams. `logs` is for every viewer; the others are switches of --allow. */
export const STREAM_KINDS = ['logs', 'exec', 'attach', 'port-forward'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** What --allow can switch on. */
export const ALLOW_KINDS = ['exec', 'attach', 'port-forward', 'probe', 'remove'] as const;
export type AllowKind = (typeof ALLOW_KINDS)[number];

/** The first byte of every frame of /ws. */
export const CHANNEL = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  status: 3,
  resize: 4,
  control: 5,
} as const;

/** Characters of one argument, and arguments: a command line is typed by a person. */
const MAX_ARGUMENT_CHARS = 4_096;
const MAX_ARGUMENTS = 64;
const id = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/, 'expected the id of a container or sandbox');

export const ticketRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('logs'),
    containerId: id,
    /** Null: the newest attempt, and those that follow it. */
    attempt: z.number().int().min(0).nullable().default(null),
    tail: z.number().int().min(0).max(100_000).default(1_000),
    since: z.string().max(64).nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('exec'),
    containerId: id,
    /** Empty: a shell that the image has, bash before sh. */
    command: z.array(z.string().max(MAX_ARGUMENT_CHARS)).max(MAX_ARGUMENTS).default([]),
    tty: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('attach'), containerId: id, tty: z.boolean().default(false) }),
  z.strictObject({
    kind: z.literal('port-forward'),
    podSandboxId: id,
    port: z.number().int().min(1).max(65_535),
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

/** Why a stream ended; the person sees it as a sentence. */
export const END_REASONS = [
  'exited',
  'closed-by-you',
  'idle',
  'byte-limit',
  'too-many',
  'logged-out',
  'server-stops',
  'runtime-gone',
  'container-gone',
  'replaced',
  'failed',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** JSON on the control channel, from the server. */
export const controlMessageSchema = z.discriminatedUnion('control', [
  /** A session that can be taken up again for 60 s with a new ticket for the same session. */
  z.object({ control: z.literal('opened'), session: z.string(), command: z.array(z.string()) }),
  z.object({ control: z.literal('resumed'), lostBytes: z.number() }),
  z.object({ control: z.literal('paused'), why: z.string() }),
  z.object({ control: z.literal('notice'), text: z.string() }),
  z.object({
    control: z.literal('end'),
    reason: z.enum(END_REASONS),
    detail: z.string().nullable(),
    exitCode: z.number().int().nullable(),
    /** What could not be ended on the node: a sentence, or null. */
    leftBehind: z.string().nullable(),
  }),
]);
export type ControlMessage = z.infer<typeof controlMessageSchema>;
