/** Words of logs that both sides use as values. Plain strings: the browser imports this file without zod. */

/** Cursors that a page can make of a record's offset by itself. */
export const logCursor = {
  /** The lines before it. */
  before: (offset: string) => `before:${offset}`,
  /** That line and those after it: a permalink. */
  from: (offset: string) => `from:${offset}`,
  /** The lines after it: where a follower goes on. */
  after: (offset: string) => `after:${offset}`,
} as const;

/** Levels that lines are filtered by, the gravest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
