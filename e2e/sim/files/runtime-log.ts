import type { Random } from '../engine/random.ts';
import { goQuote } from './go-quote.ts';
import { createLineClock } from './line-clock.ts';
import type { LogFile } from './log-file.ts';

export type LogFields = Readonly<Record<string, string | number>>;

/** Writes the `time= level= msg= key=value` lines that containerd and CRI-O both use. */
export interface RuntimeLog {
  info(message: string, fields?: LogFields): void;
  warning(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** A runtime's log on `file`; `now` gives the node's time. */
export function createRuntimeLog(file: LogFile, now: () => number, random: Random): RuntimeLog {
  const nextTime = createLineClock(now, random);
  const line = (level: string, message: string, fields: LogFields = {}): void => {
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${quote(String(value))}`);
    file.write(`time="${nextTime(9)}" level=${level} msg=${quote(message)}${rest.join('')}`);
  };
  return {
    info: (message, fields) => line('info', message, fields),
    warning: (message, fields) => line('warning', message, fields),
    error: (message, fields) => line('error', message, fields),
  };
}

/** logrus quotes a value unless it is made of these characters only. */
function quote(value: string): string {
  return /^[A-Za-z0-9\-._/@^+]+$/.test(value) ? value : goQuote(value);
}
