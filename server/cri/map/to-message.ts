import {
  type DescField,
  type DescMessage,
  fromJsonString,
  type MessageShape,
  ScalarType,
} from '@bufbuild/protobuf';
import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { CriError } from '../cri-error.ts';

/**
 * A configuration as the message that it stands for. One that does not fit is refused before `rpc` is called, in words
 * of our own: the library's repeat the value, which may be a secret.
 */
export function toMessage<M extends DescMessage>(
  rpc: string,
  schema: M,
  config: JsonObject,
): MessageShape<M> {
  const message = tryMessage(schema, config);
  if (message !== null) return message;
  throw new CriError(
    rpc,
    'INVALID_ARGUMENT',
    `not sent: the configuration does not fit ${schema.name}`,
  );
}

function tryMessage<M extends DescMessage>(schema: M, config: JsonObject): MessageShape<M> | null {
  try {
    return fromJsonString(schema, JSON.stringify(toProtoJson(schema, config)));
  } catch {
    // Nothing but the configuration can be at fault, and the words of the error hold its values.
    return null;
  }
}

/** As JSON of protobuf has it, where bytes are base64: configurations have plain text there, as crictl's files do. */
function toProtoJson(desc: DescMessage, value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null || isList(value)) return value;
  const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
    const field = desc.fields.find(({ name }) => name === key);
    return [key, field === undefined ? entry : toFieldJson(field, entry)];
  });
  return Object.fromEntries(entries);
}

function toFieldJson(field: DescField, value: JsonValue): unknown {
  const { message } = field;
  if (message && field.fieldKind === 'list' && isList(value)) {
    return value.map((entry) => toProtoJson(message, entry));
  }
  if (message && field.fieldKind === 'message') return toProtoJson(message, value);
  const isBytes = field.fieldKind === 'scalar' && field.scalar === ScalarType.BYTES;
  return isBytes && typeof value === 'string' ? Buffer.from(value).toString('base64') : value;
}

/** Array.isArray loses that a list of JsonValue is read-only. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
