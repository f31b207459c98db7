import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
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
  remove(log: Log): void;
}

/**
 * A folder of ours that others may pass through but not list, with the first-view socket, and in it one that belongs
 * to the renderer's user: so the renderer cannot put anything in the place of our socket.
 */
export function makeFolder(isUnprivileged: boolean): PrivateFolder {
  const root = mkdtempSync(join(tmpdir(), 'cri-triage-'));
  const own = join(root, 'renderer');
  mkdirSync(own, { mode: 0o700 });
  if (isUnprivileged) {
    chmodSync(root, 0o711);
    chownSync(own, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }
  const appRoot = join(root, 'app');
  mkdirSync(appRoot, { mode: 0o755 });
  const rendererSocket = join(own, 'pages.sock');
  const apiSocket = join(root, 'first-view.sock');
  return {
    rendererSocket,
    apiSocket,
    appRoot,
    // What a renderer that was killed left behind would refuse the address.
    removeRendererSocket: () => rmSync(rendererSocket, { force: true }),
    remove(log) {
      // By name and not recursively: the inner folder was in another user's hands.
      try {
        for (const file of [rendererSocket, apiSocket]) rmSync(file, { force: true });
        for (const directory of [own, appRoot, root]) rmdirSync(directory);
      } catch (error) {
        log.warn({ err: error, folder: root }, 'the private folder cannot be removed');
      }
    },
  };
}
