import { type Logger, pino } from 'pino';

export type Log = Logger;

type LevelName = 'debug' | 'info' | 'warn' | 'error';
const LEVEL_NAMES: Readonly<Record<number, LevelName>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
};

/** Control characters but tab: foreign text in a message must not steer the operator's terminal. */
const CONTROL = /(?!\t)\p{Cc}/gu;

/**
 * The process's logger on stderr: one JSON object a line, or one plain line on a terminal. Stdout stays free for the
 * address that a person or a script waits for.
 */
export function createLog(options: {
  readonly level: LevelName;
  readonly isTerminal: boolean;
}): Log {
  const base = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!options.isTerminal) return pino(base, pino.destination({ fd: 2, sync: true }));
  return pino(base, { write: (line: string) => process.stderr.write(toPlainLine(line)) });
}

/** A log object's JSON as a line for people: time, level, message, then the other fields as key=value. */
export function toPlainLine(json: string): string {
  const { level, time, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const rest = Object.entries(fields).map(([key, value]) => `${key}=${toText(value)}`);
  const head = `${String(time).slice(11, 23)} ${(LEVEL_NAMES[Number(level)] ?? 'info').padEnd(5)} ${String(msg)}`;
  return `${[head, ...rest].join(' ').replace(CONTROL, ' ')}\n`;
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value.includes(' ') ? JSON.stringify(value) : value;
  if (typeof value === 'object' && value !== null && 'message' in value)
    return JSON.stringify(value.message);
  return JSON.stringify(value);
}
