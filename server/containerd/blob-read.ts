import type { CallOptions } from '../cri/cri.ts';
import { CriError } from '../cri/cri-error.ts';
import type { Rpc } from '../cri/rpc.ts';
import { Content } from './generated/containerd/content_pb.js';
import { NAMESPACE_METADATA } from './namespace.ts';

/** 4 MiB: what registries and runtimes take for a manifest; configurations of images stay far below. */
const MAX_BLOB_BYTES = 4 * 1024 * 1024;

/** A small blob of the content store; null when it is not (wholly) there. Throws for one that is too large to be read. */
export async function readBlob(
  rpc: Rpc,
  digest: string,
  options: CallOptions,
): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const answers = rpc.stream(
      Content.method.read,
      { digest, offset: 0n, size: 0n },
      { ...options, metadata: NAMESPACE_METADATA },
    );
    for await (const { data } of answers) {
      length += data.length;
      if (length > MAX_BLOB_BYTES) throw new RangeError(`${digest} is larger than 4 MiB`);
      pieces.push(data);
    }
  } catch (error) {
    if (error instanceof CriError && error.isNotFound) return null;
    throw error;
  }
  return Buffer.concat(pieces);
}

/** Whether the blob is wholly in the content store. */
export async function hasBlob(rpc: Rpc, digest: string, options: CallOptions): Promise<boolean> {
  try {
    await rpc.call(Content.method.info, { digest }, { ...options, metadata: NAMESPACE_METADATA });
    return true;
  } catch (error) {
    if (error instanceof CriError && error.isNotFound) return false;
    throw error;
  }
}
