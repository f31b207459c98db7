import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type KeptStarts, keptStartsSchema, type ProcessMark } from './kept-starts.ts';

const NAME = /^started-\d+-\d+\.json$/;
/** 1 MiB: 32 sessions with long commands are a tenth of it. */
const MAX_BYTES = 1024 * 1024;

/** The file of one server: its number alone comes again after a restart, in a container at once. */
function startsPath(directory: string, { pid, startedAfterMs }: ProcessMark): string {
  return join(directory, `started-${pid}-${startedAfterMs}.json`);
}

/**
 * Writes the file anew, for its owner alone; an empty list takes it away. It reaches the page cache, which outlives this
 * process; what it is about does not outlive the node. Throws where the place cannot be written.
 */
export function writeStarts(directory: string, kept: KeptStarts): void {
  const path = startsPath(directory, kept.owner);
  if (kept.starts.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  const next = `${path}.new`;
  makeDirectory(directory);
  rmSync(next, { force: true });
  writeFileSync(next, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
}

/** Files of all servers that kept theirs here; one that cannot be read is `kept: null`. */
export function readStarts(
  directory: string,
): readonly { readonly path: string; readonly kept: KeptStarts | null }[] {
  return listOrNone(directory)
    .filter((name) => NAME.test(name))
    .map((name) => join(directory, name))
    .map((path) => ({ path, kept: readOne(path) }));
}

export function removeStarts(path: string): void {
  rmSync(path, { force: true });
}

function readOne(path: string): KeptStarts | null {
  try {
    if (statSync(path).size > MAX_BYTES) return null;
    return keptStartsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    // Gone meanwhile, or cut off: whoever asks treats both as a file that tells nothing.
    return null;
  }
}

function listOrNone(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Not there yet, or not a folder: then nobody has kept anything in it.
    return [];
  }
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
