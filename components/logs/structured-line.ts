import { jsonOf, levelOf } from '../../server/contract/log-level.ts';
import type { LogLevel } from '../../server/contract/log-words.ts';
import { stripAnsi } from './ansi.ts';

/** What a line says beside its text. */
export interface StructuredLine {
  readonly level: LogLevel | null;
  /** The message of a line that is JSON or key=value pairs; null: the text is the message. */
  readonly message: string | null;
  /** Its other fields, in their order. */
  readonly fields: readonly { readonly key: string; readonly value: string }[];
  /** The JSON set out, for a line that is folded out; null where it is none. */
  readonly pretty: string | null;
}

/** 64 KiB: longer lines are shown as they are. */
const MAX_PARSED_CHARS = 64 * 1024;
const MAX_FIELDS = 40;
const MAX_VALUE_CHARS = 200;

const MESSAGE_KEYS = ['msg', 'message', '@m', 'event', 'text', 'log'] as const;
/** The runtime's own time stands before the line: a second one says the same. */
const TIME_KEYS: ReadonlySet<string> = new Set([
  'time',
  'ts',
  'timestamp',
  '@timestamp',
  '@t',
  't',
]);

/** A level is shown as a colour: as a field it would say the same twice. */
const LEVEL_KEYS: ReadonlySet<string> = new Set([
  'level',
  'severity',
  'lvl',
  'loglevel',
  'levelname',
  'log.level',
]);

/** Taken apart where it is JSON or key=value pairs; of every other line the level, where it names one. */
export function parseLine(raw: string): StructuredLine {
  const text = stripAnsi(raw);
  const level = levelOf(text);
  const lifted = text.length > MAX_PARSED_CHARS ? null : (liftJson(text) ?? liftPairs(text));
  return { level, message: null, fields: [], pretty: null, ...lifted };
}

type Lifted = Omit<StructuredLine, 'level'>;

function liftJson(text: string): Lifted | null {
  const json = jsonOf(text);
  if (json === null) return null;
  const entries = Object.entries(json);
  const messageKey = MESSAGE_KEYS.find((key) => typeof json[key] === 'string');
  return {
    message: messageKey === undefined ? '' : String(json[messageKey]),
    fields: entries
      .filter(
        ([key]) => key !== messageKey && !LEVEL_KEYS.has(key.toLowerCase()) && !TIME_KEYS.has(key),
      )
      .slice(0, MAX_FIELDS)
      .map(([key, field]) => ({ key, value: toValue(field) })),
    pretty: JSON.stringify(json, null, 2),
  };
}

const PAIR = /(?:^|\s)([A-Za-z_@][\w.@/-]{0,63})=("(?:[^"\\]|\\.)*"|[^\s"]*)/g;
/** One pair alone is found in many sentences. */
const FEWEST_PAIRS = 2;

function liftPairs(text: string): Lifted | null {
  const pairs = [...text.matchAll(PAIR)].slice(0, MAX_FIELDS);
  if (pairs.length < FEWEST_PAIRS || pairs[0]?.index !== 0) return null;
  const fields = pairs.map(([, key = '', value = '']) => ({ key, value: unquote(value) }));
  const message = fields.find(({ key }) => key === 'msg' || key === 'message');
  if (message === undefined) return null;
  return {
    message: message.value,
    fields: fields
      .filter(
        (field) => field !== message && !LEVEL_KEYS.has(field.key) && !TIME_KEYS.has(field.key),
      )
      .map(({ key, value }) => ({ key, value: cut(value) })),
    pretty: null,
  };
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}

function toValue(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}

const cut = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
