import type { ConfigProblem, JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { isObject, pathText } from './config-edit.ts';
import { CONFIG_FIELDS, type Field } from './config-fields.ts';

/** A setting that reaches the node, by its path, and what it lets the probe do. */
export interface Privilege {
  readonly path: string;
  /** Follows "it": "sees and signals processes of the node". */
  readonly lets: string;
}

const ROOTS = {
  sandbox: { path: 'sandbox_config', message: 'PodSandboxConfig' },
  container: { path: 'container_config', message: 'ContainerConfig' },
} as const;

/** Every setting of a configuration that reaches beyond the probe; a field that nobody has judged is one. */
export function findPrivileges(kind: keyof typeof ROOTS, config: JsonObject): readonly Privilege[] {
  const root = ROOTS[kind];
  return [...inMessage(root.message, config, root.path)];
}

/** The sentence by which a privilege is refused. */
export function toRefusal({ path, lets }: Privilege): ConfigProblem {
  return { path, message: `only an admin may set this: with it the probe ${lets}` };
}

function* inMessage(message: string, value: JsonObject, path: string): Generator<Privilege> {
  for (const [name, item] of Object.entries(value)) {
    const place = pathText(path, [name]);
    const fields = CONFIG_FIELDS[message] ?? {};
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) yield { path: place, lets: 'gets something that nobody has judged' };
    else yield* inField(field, { name, value: item, path: place });
  }
}

interface Spot {
  readonly name: string;
  readonly value: JsonValue;
  readonly path: string;
}

function* inField(field: Field, spot: Spot): Generator<Privilege> {
  const { value, path } = spot;
  if (Array.isArray(value) && field.isWhole !== true) {
    for (const [index, item] of value.entries()) {
      yield* inItem(field, { ...spot, value: item, path: `${path}[${index}]` });
    }
  } else if (field.isMap === true && isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* told(field, { name: key, value: item, path: pathText(path, [key]) });
    }
  } else {
    yield* inItem(field, spot);
  }
}

function* inItem(field: Field, spot: Spot): Generator<Privilege> {
  if (field.message === undefined) {
    if (!isUnset(spot.value)) yield* told(field, spot);
    return;
  }
  yield* told(field, spot);
  if (isObject(spot.value)) yield* inMessage(field.message, spot.value, spot.path);
}

function* told(field: Field, { name, value, path }: Spot): Generator<Privilege> {
  const lets = field.judge(value, name);
  if (lets !== null) yield { path, lets };
}

/** What protobuf reads where a field is absent. */
function isUnset(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || value === 0 || value === '';
}
