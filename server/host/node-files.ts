import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { HostError, systemCode, toHostError } from './host-error.ts';

/** As the kernel allows in one resolution. */
const MAX_LINKS = 40;

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
      // Files of /proc have no size: read up to the bound whatever stat says.
      const chunk = Buffer.alloc(info.size > 0 ? info.size : maxBytes);
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, 0);
      return chunk.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toHostError(error, nodePath);
  }
}
