import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readdir, readlink, stat } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { HostError, systemCode, toHostError } from './host-error.ts';

/** As the kernel allows in one resolution. */
const MAX_LINKS = 40;
/** 16 KiB: mountinfo of a full node in some twenty reads, and little waste for a file of one line. */
const PIECE_BYTES = 16 * 1024;

/**
 * Where a node path really is when the node's root is mounted at `hostRoot`: symbolic links are followed within that
 * root, so that an absolute link does not lead into our own file system. What does not exist stays as it is named.
 */
export async function resolveOnNode(hostRoot: string, nodePath: string): Promise<string> {
  if (hostRoot === '/') return normalize(nodePath);
  const pending = normalize(nodePath).split(sep).filter(Boolean);
  let resolved = '/';
  let links = 0;
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    const next = join(resolved, part);
    const target = await readLink(join(hostRoot, next));
    if (target === null) {
      resolved = next;
      continue;
    }
    if (++links > MAX_LINKS) throw new HostError(`${nodePath} is a loop of symbolic links`);
    if (isAbsolute(target)) resolved = '/';
    pending.unshift(...normalize(target).split(sep).filter(Boolean));
  }
  return join(hostRoot, resolved);
}

async function readLink(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch (error) {
    // EINVAL: no link. Anything else shows when the file is opened.
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** Files of /proc have no size, and the kernel gives some of them out in pieces of a page. */
async function readToEnd(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let left = maxBytes;
  while (left > 0) {
    const piece = Buffer.allocUnsafe(Math.min(left, PIECE_BYTES));
    const { bytesRead } = await handle.read(piece, 0, piece.length, null);
    if (bytesRead === 0) break;
    pieces.push(piece.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(pieces);
}

/** The bytes of a regular file of the node. Throws HostError when it is absent, of another kind, or above the bound. */
export async function readNodeFile(
  hostRoot: string,
  nodePath: string,
  maxBytes: number,
): Promise<Buffer> {
  try {
    const path = await resolveOnNode(hostRoot, nodePath);
    // Non-blocking: a fifo in the file's place must not hold us.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await handle.stat();
      if (!info.isFile()) throw new HostError(`${nodePath} is not a regular file`);
      if (info.size > maxBytes) throw new HostError(`${nodePath} is larger than ${maxBytes} bytes`);
      if (info.size > 0) {
        const chunk = Buffer.alloc(info.size);
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, 0);
        return chunk.subarray(0, bytesRead);
      }
      return await readToEnd(handle, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toHostError(error, nodePath);
  }
}

/** As readNodeFile, as text; null when it cannot be read, where missing means that it tells nothing. */
export async function readNodeText(
  hostRoot: string,
  nodePath: string,
  maxBytes: number,
): Promise<string | null> {
  try {
    return (await readNodeFile(hostRoot, nodePath, maxBytes)).toString('utf8');
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

/** The names in a folder of the node, sorted; types are not asked for, so that nothing in it is touched. */
export async function listNodeFolder(
  hostRoot: string,
  nodePath: string,
  maxEntries: number,
): Promise<string[]> {
  try {
    const names = await readdir(await resolveOnNode(hostRoot, nodePath));
    if (names.length > maxEntries) {
      throw new HostError(`${nodePath} has more than ${maxEntries} entries`);
    }
    return names.sort();
  } catch (error) {
    throw toHostError(error, nodePath);
  }
}

/** As listNodeFolder; empty when the folder is not there or cannot be read. */
export async function listOrNone(
  hostRoot: string,
  nodePath: string,
  maxEntries: number,
): Promise<string[]> {
  try {
    return await listNodeFolder(hostRoot, nodePath, maxEntries);
  } catch (error) {
    if (error instanceof HostError) return [];
    throw error;
  }
}

/** Facts of a file or folder of the node, links followed within its root; null when it is not there. */
export async function statOnNode(hostRoot: string, nodePath: string): Promise<Stats | null> {
  try {
    return await stat(await resolveOnNode(hostRoot, nodePath));
  } catch (error) {
    if (error instanceof HostError || systemCode(error) !== null) return null;
    throw error;
  }
}
