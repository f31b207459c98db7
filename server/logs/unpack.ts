import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

/** 64 KiB: the size zlib hands out well, and little to hold. */
const PACKED_CHUNK_BYTES = 64 * 1024;

/**
 * How many bytes a gzip file unpacks to: its last four bytes, which is right below 4 GiB and for the one stream that
 * kubelet and logrotate write.
 */
export async function unpackedSize(handle: FileHandle, sizeBytes: number): Promise<number> {
  if (sizeBytes < 20) return 0;
  const trailer = Buffer.alloc(4);
  await handle.read(trailer, 0, 4, sizeBytes - 4);
  return trailer.readUInt32LE(0);
}

/** Reads at a position; how many bytes came. */
export type ReadAt = (chunk: Buffer, position: number) => number | Promise<number>;

async function* packedBytes(
  readAt: ReadAt,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(PACKED_CHUNK_BYTES);
    const bytesRead = await readAt(chunk, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    count(bytesRead);
    yield chunk.subarray(0, bytesRead);
  }
}

/** The unpacked bytes of a gzip file from its beginning; `count` hears how many packed bytes were read. */
export async function* unpack(
  readAt: ReadAt,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer, void, void> {
  const gunzip = createGunzip({ chunkSize: PACKED_CHUNK_BYTES });
  const feed = (async () => {
    try {
      for await (const chunk of packedBytes(readAt, count)) {
        if (gunzip.destroyed) return;
        if (!gunzip.write(chunk)) await drained(gunzip);
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error instanceof Error ? error : new Error('unreadable', { cause: error }));
    }
  })();
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
  } finally {
    gunzip.destroy();
    await feed;
  }
}

/** Resolves when more is taken, or when nobody reads any more. */
function drained(gunzip: ReturnType<typeof createGunzip>): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      gunzip.off('drain', done);
      gunzip.off('close', done);
      resolve();
    };
    gunzip.on('drain', done);
    gunzip.on('close', done);
  });
}
