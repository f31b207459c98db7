import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** How a person on the node itself reaches the running server: the same user, no password to look up at 3 a.m. */
export interface LocalDoor {
  readonly pid: number;
  /** Scheme, host, port and base path, without a slash at the end. */
  readonly url: string;
  /** A viewer's token that this file alone bears. */
  readonly token: string;
}

/** Only its owner may enter: the folder of root under /run, of others under the temporary folder with their number. */
function folderOf(uid: number): string {
  return uid === 0 ? '/run/cri-triage' : join(tmpdir(), `cri-triage-${uid}`);
}

function fileOf(folder: string, port: number): string {
  return join(folder, `${port}.json`);
}

/** A folder that somebody else made, or may write to, could hold anything. */
function isOurs(folder: string, uid: number): boolean {
  const info = statSync(folder);
  return info.isDirectory() && info.uid === uid && (info.mode & 0o077) === 0;
}

/**
 * Writes the door, for its owner alone; the returned function takes it away. Throws where no safe folder can be had:
 * `why` then opens the node by itself.
 */
export function openLocalDoor(
  port: number,
  door: Omit<LocalDoor, 'pid'>,
  folder = folderOf(userInfo().uid),
): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isOurs(folder, userInfo().uid)) {
    throw new Error(`${folder} is not a folder of this user alone`);
  }
  const path = fileOf(folder, port);
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ pid: process.pid, ...door }), { mode: 0o600, flag: 'wx' });
  return () => rmSync(path, { force: true });
}

/** The door of a running server of this user; null when there is none. */
export function findLocalDoor(port: number, folder = folderOf(userInfo().uid)): LocalDoor | null {
  try {
    if (!isOurs(folder, userInfo().uid)) return null;
    const { pid, url, token } = JSON.parse(readFileSync(fileOf(folder, port), 'utf8')) as LocalDoor;
    // Throws where no such process lives: a server that was killed could not take its file away.
    process.kill(pid, 0);
    return { pid, url, token };
  } catch {
    // Absent, foreign or left behind: in every case there is no door to use.
    return null;
  }
}
