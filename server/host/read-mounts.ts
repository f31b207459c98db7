import type { NodeMount } from '../contract/host-facts.ts';
import { HostError } from './host-error.ts';
import { parseMountinfo } from './mountinfo.ts';
import { readNodeFile } from './node-files.ts';

/** The mounts of the node's own namespace, whatever namespace we are in. */
const PATH = '/proc/1/mountinfo';
/** 16 MiB: some 80,000 mounts, many times those of a node that leaks them. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MOUNTS = 20_000;

/** The mounts of the node that belong to pods, sandboxes and containers. Throws HostError when they cannot be read. */
export async function readMounts(hostRoot: string): Promise<readonly NodeMount[]> {
  const mounts = parseMountinfo((await readNodeFile(hostRoot, PATH, MAX_BYTES)).toString('utf8'));
  if (mounts.length > MAX_MOUNTS) {
    throw new HostError(`${PATH} has more than ${MAX_MOUNTS} mounts of pods`);
  }
  return mounts;
}
