import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { Redactor } from '../../report/redact.ts';

export const WITHHELD = '[withheld]';

/** An argument that says that the next one is a secret: "--password", "-api-key". */
const SECRET_FLAG =
  /^--?[\w.-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)$/i;
/** Of the fields with a list of words that a process is started with. */
const WORD_LISTS: ReadonlySet<string> = new Set(['command', 'args']);

/**
 * A request as it may be told: what it says about registry logins and environments is withheld, and every other text
 * goes through the patterns by which secrets are known. Names of fields stay.
 */
export function redactRequest(request: JsonObject): JsonObject {
  return redactObject(request, new Redactor());
}

/** Words of a command as they may be told. */
export function redactWords(words: readonly string[]): readonly string[] {
  const redactor = new Redactor();
  return words.map((word, index) => redactWord(word, words[index - 1], redactor));
}

function redactWord(word: string, before: string | undefined, redactor: Redactor): string {
  const isValue = before !== undefined && SECRET_FLAG.test(before) && !word.startsWith('-');
  return isValue ? WITHHELD : redactor.text(word);
}

function redactObject(object: JsonObject, redactor: Redactor): JsonObject {
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(object))
    kept[name] = redactField(name, value, redactor);
  return kept;
}

function redactField(name: string, value: JsonValue, redactor: Redactor): JsonValue {
  if (name === 'auth') return value === null ? null : WITHHELD;
  if (name === 'envs' && Array.isArray(value)) return value.map(withoutValue);
  if (WORD_LISTS.has(name) && Array.isArray(value)) return redactList(value, redactor);
  // A secret can be told by the name beside it: an annotation "api-token: 3f2a…".
  if (typeof value === 'string' && SECRET_FLAG.test(`--${name.split('/').at(-1) ?? name}`))
    return WITHHELD;
  return redactValue(value, redactor);
}

function redactList(values: readonly JsonValue[], redactor: Redactor): JsonValue {
  return values.map((value, index) => {
    const before = values[index - 1];
    return typeof value === 'string'
      ? redactWord(value, typeof before === 'string' ? before : undefined, redactor)
      : redactValue(value, redactor);
  });
}

/** `{key, value}` of an environment: all that is told of the value is that there is one. */
function withoutValue(env: JsonValue): JsonValue {
  if (typeof env !== 'object' || env === null || Array.isArray(env)) return WITHHELD;
  const kept: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(env)) kept[name] = name === 'key' ? value : WITHHELD;
  return kept;
}

function redactValue(value: JsonValue, redactor: Redactor): JsonValue {
  if (typeof value === 'string') return redactor.text(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactValue(item, redactor));
  if (typeof value === 'object' && value !== null)
    return redactObject(value as JsonObject, redactor);
  return value;
}
