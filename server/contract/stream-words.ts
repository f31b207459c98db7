/** Words of streams that both sides use as values. Plain strings: the browser imports this file without zod. */

/** Kinds of WebSocket streams. `logs` is for every viewer; the others are switches of --allow. */
export const STREAM_KINDS = ['logs', 'exec', 'attach', 'port-forward'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** What --allow can switch on. */
export const ALLOW_KINDS = ['exec', 'attach', 'port-forward', 'probe', 'remove'] as const;
export type AllowKind = (typeof ALLOW_KINDS)[number];

/** The least role for each of them. */
export const ALLOW_ROLE = {
  exec: 'operator',
  attach: 'operator',
  'port-forward': 'operator',
  probe: 'operator',
  remove: 'admin',
} as const satisfies Readonly<Record<AllowKind, 'operator' | 'admin'>>;

/** The switch that guards a kind of stream; null: every viewer. */
export function switchOf(kind: StreamKind): AllowKind | null {
  return kind === 'logs' ? null : kind;
}

/** Why a switched-off kind does not work, and what changes that. */
export function switchedOffSentence(kind: AllowKind): string {
  return `${kind} is switched off on this node; it is there when cri-triage is started with --allow ${kind}.`;
}

/** The first byte of every frame of /ws. */
export const CHANNEL = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  status: 3,
  resize: 4,
  control: 5,
} as const;

/** 25 s between two beats of the server: proxies on the way cut what is silent for 60 s, some for 30. */
export const HEARTBEAT_MS = 25_000;

/** Why a stream ended. */
export const END_REASONS = [
  'exited',
  'closed-by-you',
  'idle',
  'byte-limit',
  'too-many',
  'logged-out',
  'server-stops',
  'dropped',
  'replaced',
  'no-shell',
  'no-command',
  'container-gone',
  'runtime-gone',
  'runtime-refused',
  'stream-unreachable',
  'port-refused',
  'closed-by-pod',
  'failed',
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** The same for people. */
export const END_SENTENCES = {
  exited: 'The process ended.',
  'closed-by-you': 'Closed by you.',
  idle: 'Nothing was sent either way for a long time.',
  'byte-limit': 'The limit of bytes for one session was reached.',
  'too-many': 'Too many sessions are open.',
  'logged-out': 'Your login ended.',
  'server-stops': 'cri-triage was stopped.',
  dropped: 'The connection was gone for 60 seconds.',
  replaced: 'The session was taken up in another window.',
  'no-shell': 'There is no shell in this container.',
  'no-command': 'The command could not be started in this container.',
  'container-gone': 'The container is not running.',
  'runtime-gone': 'The container runtime ended the connection.',
  'runtime-refused': 'The container runtime refused.',
  'stream-unreachable': "The runtime's streaming server cannot be reached.",
  'port-refused': 'Nothing in the pod accepted the connection.',
  'closed-by-pod': 'The other side closed the connection.',
  failed: 'The stream failed.',
} as const satisfies Readonly<Record<EndReason, string>>;

/** Seconds that a one-shot command may take at most. */
export const MAX_COMMAND_SECONDS = 60;
/** Bytes of each output that are told. */
export const MAX_COMMAND_OUTPUT_BYTES = 256 * 1024;
