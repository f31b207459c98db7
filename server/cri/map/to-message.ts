import { type DescMessage, fromJsonString, type MessageShape } from '@bufbuild/protobuf';
import type { JsonObject } from '../../contract/cri-config.ts';
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
    return fromJsonString(schema, JSON.stringify(config));
  } catch {
    return null;
  }
}
