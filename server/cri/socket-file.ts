import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';

export type SocketFile =
  | { readonly kind: 'socket'; readonly identity: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'not-a-socket'; readonly found: string }
  | { readonly kind: 'unreadable'; readonly error: string };

/**
 * What stands at the path. `identity` changes when a runtime makes its socket anew, which each one does at its start;
 * the birth time is part of it because a file system may give the same inode again. Not the change time: runtimes set
 * owner and mode after they listen.
 */
export async function lookAtSocket(path: string): Promise<SocketFile> {
  try {
    const found = await stat(path);
    if (!found.isSocket()) return { kind: 'not-a-socket', found: kindOf(found) };
    // Connecting to a socket needs the right to write to it.
    await access(path, constants.W_OK);
    return { kind: 'socket', identity: `${found.dev}:${found.ino}:${found.birthtimeMs}` };
  } catch (error) {
    return toProblem(error as NodeJS.ErrnoException);
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory';
  return found.isFile() ? 'a regular file' : 'a device or pipe';
}

function toProblem(error: NodeJS.ErrnoException): SocketFile {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return { kind: 'missing' };
  if (error.code === 'EACCES' || error.code === 'EPERM') return { kind: 'denied' };
  return { kind: 'unreadable', error: error.message };
}
