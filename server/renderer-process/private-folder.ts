import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { UNPRIVILEGED_ID } from './unprivileged-id.ts';

export interface PrivateFolder {
  readonly rendererSocket: string;
  readonly apiSocket: string;
  /** An empty folder in which the renderer's own view of the project can be mounted. */
  readonly appRoot: string;
  removeRendererSocket(): void;
  remove(): void;
}

const FOLDER_NAME = /^cri-triage-(\d+)-/;

/**
 * A folder of ours that others may pass through but not list, with the first-view socket, and in it one that belongs
 * to the renderer's user: so the renderer cannot put anything in the place of our socket. What servers that were killed
 * have left is removed first.
 */
export function makeFolder(isUnprivileged: boolean, log: Log): PrivateFolder {
  for (const name of readdirSync(tmpdir())) {
    const pid = FOLDER_NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) toFolder(join(tmpdir(), name), log).remove();
  }
  const root = mkdtempSync(join(tmpdir(), `cri-triage-${process.pid}-`));
  const { renderer, app } = partsOf(root);
  mkdirSync(renderer, { mode: 0o700 });
  mkdirSync(app, { mode: 0o755 });
  if (isUnprivileged) {
    chmodSync(root, 0o711);
    chownSync(renderer, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }
  return toFolder(root, log);
}

function partsOf(root: string): { readonly renderer: string; readonly app: string } {
  return { renderer: join(root, 'renderer'), app: join(root, 'app') };
}

function toFolder(root: string, log: Log): PrivateFolder {
  const { renderer, app } = partsOf(root);
  const rendererSocket = join(renderer, 'pages.sock');
  const apiSocket = join(root, 'first-view.sock');
  return {
    rendererSocket,
    apiSocket,
    appRoot: app,
    // What a renderer that was killed left behind would refuse the address.
    removeRendererSocket: () => rmSync(rendererSocket, { force: true }),
    remove() {
      // By name and not recursively: the inner folder was in another user's hands.
      try {
        for (const file of [rendererSocket, apiSocket]) rmSync(file, { force: true });
        for (const directory of [renderer, app, root]) rmdirSync(directory);
      } catch (error) {
        log.debug({ err: error, folder: root }, 'a private folder cannot be removed');
      }
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and is another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
