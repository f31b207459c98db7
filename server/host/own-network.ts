import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from './host-error.ts';

/** Whether we are in the node's own network: its loopback is then ours. Null where that cannot be seen. */
export function isInNodeNetwork(hostRoot: string): boolean | null {
  try {
    const ours = readlinkSync('/proc/self/ns/net');
    return ours === readlinkSync(join(hostRoot, 'proc/1/ns/net'));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
