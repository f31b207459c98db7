import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, readlink } from 'node:fs/promises';
import { LogError } from './log-error.ts';

const DIRECTORY_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Non-blocking: a fifo in the file's place must not hold us. */
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A container's log folder holds a handful; more than this is not one. */
const MAX_ENTRIES = 10_000;

/** A name that is one step down and nothing else: no separator, no way up, nothing that ends a path early. */
export function isPlainName(name: string): boolean {
  return name !== '' && name.length <= 255 && !/[/\0]/u.test(name) && name !== '.' && name !== '..';
}

/**
 * An open folder. What is in it is reached through its descriptor, one step at a time and never through a link, so that
 * nobody can put another folder in its place between a look and the next. Errors are the system's or LogError.
 */
export class OpenFolder {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Opens a folder by a path that we chose ourselves; only its last step must be no link. */
  static async open(path: string): Promise<OpenFolder> {
    return new OpenFolder(await open(path, DIRECTORY_FLAGS));
  }

  /** Where the kernel finds this folder whatever its path is now; also what a watch is put on. */
  get path(): string {
    return `/proc/self/fd/${this.#handle.fd}`;
  }

  #entry(name: string): string {
    if (!isPlainName(name)) {
      throw new LogError('refused', 'A name with a path in it is no part of a log.');
    }
    return `${this.path}/${name}`;
  }

  async folder(name: string): Promise<OpenFolder> {
    return new OpenFolder(await open(this.#entry(name), DIRECTORY_FLAGS));
  }

  /** Opens a regular file; a link, a fifo, a device or a folder is refused. */
  async file(name: string): Promise<{ readonly handle: FileHandle; readonly info: Stats }> {
    const path = this.#entry(name);
    // Before it is opened: opening alone can set a device off.
    if (!(await lstat(path)).isFile()) throw notRegular(name);
    const handle = await open(path, FILE_FLAGS);
    try {
      const info = await handle.stat();
      if (!info.isFile()) throw notRegular(name);
      return { handle, info };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Where a link points to, null where the entry is none. */
  async linkTarget(name: string): Promise<string | null> {
    const path = this.#entry(name);
    return (await lstat(path)).isSymbolicLink() ? readlink(path) : null;
  }

  /** The facts of an entry itself, links not followed. */
  info(name: string): Promise<Stats> {
    return lstat(this.#entry(name));
  }

  /** The names in it. */
  async names(): Promise<readonly string[]> {
    const names = await readdir(this.path);
    if (names.length > MAX_ENTRIES) {
      throw new LogError('refused', `The log folder has more than ${MAX_ENTRIES} entries.`);
    }
    return names;
  }

  /** False once the folder was removed: then nothing new will ever be in it. */
  async isLinked(): Promise<boolean> {
    return (await this.#handle.stat()).nlink > 0;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function notRegular(name: string): LogError {
  return new LogError(
    'refused',
    `${name} is a symbolic link or no regular file: it is not opened.`,
  );
}

/** Walks down from a folder step by step; every folder on the way is closed again. */
export async function openFolderBeneath(
  rootPath: string,
  steps: readonly string[],
): Promise<OpenFolder> {
  let folder = await OpenFolder.open(rootPath);
  for (const step of steps) {
    const parent = folder;
    try {
      folder = await parent.folder(step);
    } finally {
      await parent.close();
    }
  }
  return folder;
}
