import { z } from 'zod';
import { timeSchema } from './evidence.ts';

export const LOG_STREAMS = ['stdout', 'stderr'] as const;

/** One line of a container's log: P pieces joined to their F. */
export const logRecordSchema = z.object({
  /** As written by the runtime, to the nanosecond: two lines of one millisecond keep their order. */
  time: z.string(),
  stream: z.enum(LOG_STREAMS),
  /** True where the line's end was not written (yet), or was cut at our bound (256 KiB). */
  partial: z.boolean(),
  /** Control sequences are kept here: the page turns colours into spans and shows the others as text. */
  text: z.string(),
  /**
   * Where the line begins, as a permalink: attempt, the file's own number, the byte in it and the time. It is found again
   * after the file was renamed, and by its time after it was packed or cut.
   */
  offset: z.string(),
  /** The line is not in the runtime's form: `text` is all of it, `time` that of the line before (empty: none). */
  unformed: z.literal(true).optional(),
});
export type LogRecord = z.infer<typeof logRecordSchema>;

/** What happened to the log between two lines: a row in the text, never silence. */
export const logNoticeSchema = z.object({
  notice: z.enum([
    'rotated',
    'truncated',
    'restarted',
    'gap',
    'dropped',
    'waiting',
    'removed',
    'disconnected',
  ]),
  at: timeSchema,
  /** A sentence: "attempt 3 begins", "the file was cut to 0 bytes", "1,204 lines were dropped: you read slower than it writes". */
  text: z.string(),
});
export type LogNotice = z.infer<typeof logNoticeSchema>;

/** The last line of an answer. */
export const logEndSchema = z.object({
  end: z.object({
    /** `complete`: everything that was asked for; `limit`: more is there, see the cursor; `cancelled`, `failed`. */
    reason: z.enum(['complete', 'limit', 'cancelled', 'failed']),
    detail: z.string().nullable(),
    nextCursor: z.string().nullable(),
    /** Bytes of log that were read for it. */
    readBytes: z.number(),
    /** Which way it was read, so on which side the next page lies. */
    direction: z.enum(['backward', 'forward']),
  }),
});
export type LogEnd = z.infer<typeof logEndSchema>;

/** How far a search is; sent between records while it runs. */
export const logProgressSchema = z.object({
  progress: z.object({
    readBytes: z.number(),
    totalBytes: z.number(),
    matches: z.number().int(),
    /** Time of the line that was reached; null before the first. */
    reached: z.string().nullable(),
  }),
});
export type LogProgress = z.infer<typeof logProgressSchema>;

/** Attempts of a container whose log files are still on disk, newest first. */
export const logAttemptSchema = z.object({
  attempt: z.number().int(),
  /** Null where the runtime no longer knows it: kubelet removed the container, the file stayed. */
  containerId: z.string().nullable(),
  sizeBytes: z.number(),
  /** Older parts of it, rotated; compressed ones count packed. */
  rotatedFiles: z.number().int(),
  modifiedAt: timeSchema.nullable(),
});
export type LogAttempt = z.infer<typeof logAttemptSchema>;

/** One line of an answer. */
export type LogItem = LogRecord | LogNotice | LogProgress | LogEnd;

export type { LogLevel } from './log-words.ts';
