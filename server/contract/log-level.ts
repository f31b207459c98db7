/** The level and the JSON fields of a line. One reading for the API's filters and for the page. Pure, without zod. */
import { LOG_LEVELS, type LogLevel } from './log-words.ts';

const WORDS: Readonly<Record<string, LogLevel>> = {
  trace: 'trace',
  verbose: 'trace',
  debug: 'debug',
  dbg: 'debug',
  info: 'info',
  information: 'info',
  notice: 'info',
  warn: 'warn',
  warning: 'warn',
  error: 'error',
  err: 'error',
  severe: 'error',
  fatal: 'fatal',
  critical: 'fatal',
  crit: 'fatal',
  alert: 'fatal',
  emerg: 'fatal',
  emergency: 'fatal',
  panic: 'fatal',
};
const KLOG: Readonly<Record<string, LogLevel>> = { I: 'info', W: 'warn', E: 'error', F: 'fatal' };
/** The names under which loggers write it. */
const LEVEL_KEYS = ['level', 'severity', 'lvl', 'loglevel', 'levelname', 'log.level', 'priority'];
/** Where a line says its level, if it does: behind time, thread and logger name. */
const HEAD_CHARS = 160;
/** A longer line is data that happens to be JSON; reading it whole for its level costs too much. */
const MAX_JSON_CHARS = 64 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
const COLOUR = /\u001b\[[0-9;]*m/g;
const KLOG_HEAD = /^([IWEF])\d{4} \d\d:\d\d:\d\d/;
const KEYED = /\b(?:level|lvl|severity|loglevel)["']?\s*[=:]\s*["']?([A-Za-z]+)/i;
/** In capitals, or in brackets: a sentence about an error is not an error's line. */
const LOUD =
  /(?<![A-Za-z0-9_/.-])(TRACE|DEBUG|DBG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|FATAL|CRITICAL|CRIT|ALERT|EMERG|PANIC)(?![A-Za-z0-9_/-])|[[<(](trace|debug|info|notice|warn|warning|error|err|fatal|critical|crit|panic)[\])>]/;
/** Words that runtimes begin their last line with. */
const LAST_WORDS =
  /^(?:panic:|fatal error:|Traceback \(most recent call last\)|Exception in thread )/;
const LEADING = /^(error|warning|warn|fatal|info|debug)\s?:/i;

/** The line as a JSON object, null when it is none. */
export function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  const start = text.trimStart();
  if (!start.startsWith('{') || text.length > MAX_JSON_CHARS) return null;
  try {
    const value: unknown = JSON.parse(start);
    return isRecord(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field by its name, or by a path of names with dots; undefined where there is none. */
export function fieldOf(json: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(json, path)) return json[path];
  let value: unknown = json;
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Numbers of bunyan and pino: 10 trace … 60 fatal. */
function ofNumber(value: number): LogLevel | null {
  if (value < 10 || value > 60) return null;
  return LOG_LEVELS[Math.floor(value / 10) - 1] ?? null;
}

function ofJson(json: Readonly<Record<string, unknown>>): LogLevel | null {
  for (const key of LEVEL_KEYS) {
    const value = fieldOf(json, key);
    if (typeof value === 'number') return ofNumber(value);
    if (typeof value === 'string') return WORDS[value.toLowerCase()] ?? null;
  }
  return null;
}

function ofText(text: string): LogLevel | null {
  const head = text.slice(0, HEAD_CHARS).replace(COLOUR, '');
  const klog = KLOG_HEAD.exec(head)?.[1];
  if (klog !== undefined) return KLOG[klog] ?? null;
  const keyed = KEYED.exec(head)?.[1];
  if (keyed !== undefined && WORDS[keyed.toLowerCase()] !== undefined) {
    return WORDS[keyed.toLowerCase()] ?? null;
  }
  if (LAST_WORDS.test(head)) return 'fatal';
  const [, loud, bracketed] = LOUD.exec(head) ?? [];
  const word = loud ?? bracketed ?? LEADING.exec(head)?.[1];
  return word === undefined ? null : (WORDS[word.toLowerCase()] ?? null);
}

/** The level that a line gives itself, null where it gives none. */
export function levelOf(text: string): LogLevel | null {
  const json = jsonOf(text);
  return json === null ? ofText(text) : ofJson(json);
}

/** What every line has that levelOf finds one of these levels in, as the source of a pattern without regard to case. */
export function levelMarks(levels: readonly LogLevel[]): string {
  const ofWanted = (table: Readonly<Record<string, LogLevel>>): readonly string[] =>
    Object.keys(table).filter((key) => levels.includes(table[key] ?? 'trace'));
  const words = [
    ...ofWanted(WORDS),
    ...(levels.includes('fatal') ? ['traceback', 'exception'] : []),
  ];
  // A word within a longer one is a mark of its own: the longer one is not looked for.
  const least = words.filter((word) => !words.some((one) => one !== word && word.startsWith(one)));
  const letters = ofWanted(KLOG).join('');
  const tens = levels.map((level) => LOG_LEVELS.indexOf(level) + 1).join('');
  return [
    `\\b(?:${least.join('|')})`,
    ...(letters === '' ? [] : [`\\b[${letters}]\\d{4} \\d\\d:`]),
    `"[ \\t]*:[ \\t]*[${tens}]\\d(?!\\d)`,
    // Colours and escapes may stand in the middle of a word.
    '\\x1b',
    '\\\\u',
  ].join('|');
}
