import type { Random } from '../engine/random.ts';
import { goQuote } from './go-quote.ts';
import { createLineClock } from './line-clock.ts';
import type { LogFile } from './log-file.ts';
import { toKlogTime } from './time-text.ts';

/** Raw values stand without quotes (lists, numbers); strings are quoted as klog does. */
export interface RawValue {
  readonly raw: string;
}
export type KlogFields = Readonly<Record<string, string | RawValue>>;

export interface KubeletLog {
  /** A structured line; `where` is the source position, "kubelet.go:2752". */
  info(where: string, message: string, fields?: KlogFields): void;
  error(where: string, message: string, fields?: KlogFields): void;
  /** An unstructured line, as old parts of kubelet still write. */
  plainError(where: string, text: string): void;
}

/** A kubelet's log on `file` in klog form. */
export function createKubeletLog(file: LogFile, now: () => number, random: Random): KubeletLog {
  const pid = String(random.between(1200, 2900)).padStart(7);
  const nextTime = createLineClock(now, random);
  const head = (severity: string, where: string): string =>
    `${severity}${toKlogTime(nextTime(6))} ${pid} ${where}]`;
  const line = (
    severity: string,
    where: string,
    message: string,
    fields: KlogFields = {},
  ): void => {
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${print(value)}`);
    file.write(`${head(severity, where)} ${goQuote(message)}${rest.join('')}`);
  };
  return {
    info: (where, message, fields) => line('I', where, message, fields),
    error: (where, message, fields) => line('E', where, message, fields),
    plainError: (where, text) => file.write(`${head('E', where)} ${text}`),
  };
}

/** Text of several lines is indented by a tab between `<` and ` >`. */
function print(value: string | RawValue): string {
  if (typeof value !== 'string') return value.raw;
  if (!value.includes('\n')) return goQuote(value);
  const lines = value.replace(/\n$/, '').split('\n');
  return `<\n${lines.map((line) => `\t${line}`).join('\n')}\n >`;
}
