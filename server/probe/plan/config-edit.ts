import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import type { Probe } from '../../contract/probe.ts';

export type Change = Probe['changes'][number];

/** A value that is put in place of what a configuration says. */
export interface Edit {
  readonly path: readonly string[];
  /** Undefined takes the field away. */
  readonly value: JsonValue | undefined;
  readonly why: string;
  /** Said in place of the value where that would be too long to read. */
  readonly told?: string;
}

/** Characters of one value in a list of changes: enough to recognise it. */
const MAX_TOLD_CHARS = 200;

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at this place; an empty one where there is none. */
export function objectAt(config: JsonObject, ...path: readonly string[]): JsonObject {
  const value = valueAt(config, path);
  return isObject(value) ? value : {};
}

/** The text at this place; "" where there is none, as protobuf has it. */
export function textAt(config: JsonObject, ...path: readonly string[]): string {
  const value = valueAt(config, path);
  return typeof value === 'string' ? value : '';
}

/** The value at this place, or undefined. */
export function valueAt(config: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = config;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function tell(value: JsonValue | undefined): string {
  if (value === undefined || value === '') return 'not set';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TOLD_CHARS ? `${text.slice(0, MAX_TOLD_CHARS)}…` : text;
}

/** "sandbox_config.linux.cgroup_parent"; names that are no words are quoted: `annotations["a.b/c"]`. */
export function pathText(root: string, path: readonly string[]): string {
  return path.reduce(
    (text, name) => (/^\w+$/.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`),
    root,
  );
}

function withValue(
  config: JsonObject,
  path: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return config;
  const next = rest.length === 0 ? value : withValue(objectAt(config, name), rest, value);
  const others = Object.entries(config).filter(([field]) => field !== name);
  return Object.fromEntries(next === undefined ? others : [...others, [name, next]]);
}

/** Makes these edits; `changes` holds those that made a difference. */
export function editConfig(
  root: string,
  config: JsonObject,
  edits: readonly Edit[],
): { readonly config: JsonObject; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  let edited = config;
  for (const { path, value, why, told } of edits) {
    const was = valueAt(edited, path);
    if (isSame(was, value)) continue;
    changes.push({ path: pathText(root, path), was: tell(was), is: told ?? tell(value), why });
    edited = withValue(edited, path, value);
  }
  return { config: edited, changes };
}

function isSame(was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  // 0 and "" are what protobuf reads where a field is absent.
  if (was === undefined || was === null) return is === undefined || is === 0 || is === '';
  // Protobuf writes whole numbers of 64 bits as texts.
  if (typeof is === 'number' && typeof was === 'string') return was === String(is);
  return JSON.stringify(was) === JSON.stringify(is);
}
