import type { LogLine } from '../contract/journal.ts';
import { stripControl } from '../lib/strip-control.ts';
import { readPairs } from './logfmt.ts';

const LEVELS: Readonly<Record<string, LogLine['level']>> = {
  trace: 'debug',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  warning: 'warning',
  error: 'error',
  fatal: 'fatal',
  panic: 'fatal',
};
/** How far a syslog prefix ("Nov 29 20:50:39 node containerd[1]: ") may push the entry to the right. */
const MAX_PREFIX_CHARS = 256;

/** Unix ms of a log's time: RFC 3339, a space instead of "T" allowed; null when it is none. */
function parseLogTime(text: string | undefined): number | null {
  if (text === undefined || text.length < 19) return null;
  const iso = text[10] === ' ' ? `${text.slice(0, 10)}T${text.slice(11)}` : text;
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? null : ms;
}

export function isJsonText(text: string): boolean {
  return text.startsWith('{') && text.endsWith('}');
}

/** A flat record of a JSON log entry: nested values as JSON text; null when it is not an object. */
export function readJsonEntry(text: string): Record<string, string> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null; // Not JSON after all: the caller keeps the line as plain text.
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const entry: Record<string, string> = {};
  for (const [key, value] of Object.entries(parsed)) {
    entry[key] = stripControl(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return entry;
}

/** A line that is no entry of a known form: kept whole, because a Go panic or a shell message can be the cause. */
export function plainLine(text: string, where: string): LogLine {
  const isCrash = text.startsWith('panic: ') || text.startsWith('fatal error: ');
  return {
    atMs: null,
    level: isCrash ? 'fatal' : 'info',
    message: text,
    fields: {},
    where,
    text,
  };
}

function startOfEntry(text: string): number {
  if (text.startsWith('time=')) return 0;
  const at = text.indexOf('time="');
  return at > 0 && at <= MAX_PREFIX_CHARS && text[at - 1] === ' ' ? at : -1;
}

/**
 * One entry as containerd and CRI-O write it (logfmt, or JSON when so configured). A line of another form comes back as
 * plain text with level info; nothing throws.
 */
export function parseLogrusLine(raw: string, where: string): LogLine {
  const text = stripControl(raw);
  const start = startOfEntry(text);
  let entry: Record<string, string> | null = null;
  if (start >= 0) entry = readPairs(text, start);
  else if (isJsonText(text)) entry = readJsonEntry(text);
  const message = entry?.['msg'];
  if (entry === null || message === undefined) return plainLine(text, where);
  const { time, level, msg: _, ...fields } = entry;
  return {
    atMs: parseLogTime(time),
    level: LEVELS[level ?? ''] ?? 'info',
    message,
    fields,
    where,
    text,
  };
}

/**
 * One line of a runtime's log as it stands in a file or a unit: what k0s wraps around its containerd's entries (its own
 * logfmt, component=containerd) is taken off.
 */
export function readRuntimeLine(raw: string, where: string): LogLine {
  const line = parseLogrusLine(raw, where);
  const isWrapped = line.fields['component'] !== undefined && line.message.startsWith('time="');
  return isWrapped ? { ...parseLogrusLine(line.message, where), text: line.text } : line;
}
