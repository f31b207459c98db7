import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { CriError, toGrpcCode } from './cri-error.ts';
import { defaultDeadlineMs } from './deadlines.ts';
import type { RpcOptions } from './rpc.ts';

/** The path that gRPC calls: /package.Service/Method. */
export function methodPath(method: DescMethod, options: RpcOptions): string {
  return `/${options.serviceName ?? method.parent.typeName}/${method.name}`;
}

/** Writes a request; fields that are left out keep their defaults. */
export function encode<I extends DescMessage>(schema: I, request: MessageInitShape<I>): Buffer {
  const bytes = toBinary(schema, create(schema, request));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads an answer; fields that our proto files do not know are skipped, not kept. */
export function decode<O extends DescMessage>(schema: O, bytes: Buffer): MessageShape<O> {
  return fromBinary(schema, bytes, { readUnknownFields: false });
}

/** gRPC metadata of a call. */
export function toMetadata(options: RpcOptions): Metadata {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(options.metadata ?? {})) metadata.set(key, value);
  return metadata;
}

/** How long the call may take. */
export function deadlineMsOf(rpc: string, options: RpcOptions): number {
  return options.deadlineMs ?? defaultDeadlineMs(rpc);
}

/**
 * gRPC's error as ours. Our own deadline reads as a sentence instead of the library's bookkeeping; a stream reset by the
 * other side is a server that ends, since our own cancels never come this far.
 */
export function toCriError(
  rpc: string,
  error: Partial<ServiceError>,
  deadlineMs: number,
): CriError {
  const code = toGrpcCode(error.code ?? 2);
  const details = error.details ?? error.message ?? 'no details';
  if (code === 'DEADLINE_EXCEEDED' && details.startsWith('Deadline exceeded')) {
    return new CriError(rpc, code, `no answer within ${deadlineMs} ms`);
  }
  if (code === 'CANCELLED' && details === 'Call cancelled') {
    return new CriError(rpc, 'UNAVAILABLE', 'the runtime closed the connection');
  }
  return new CriError(rpc, code, details);
}
