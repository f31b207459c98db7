import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from './host-error.ts';

const TCP_TABLES = ['tcp', 'tcp6'] as const;

/** Whether we are in the node's own network: its loopback is then ours. Null where that cannot be seen. */
export function isInNodeNetwork(hostRoot: string): boolean | null {
  return hasSameName(hostRoot) ?? sharesSockets(hostRoot);
}

function hasSameName(hostRoot: string): boolean | null {
  try {
    const ours = readlinkSync('/proc/self/ns/net');
    return ours === readlinkSync(join(hostRoot, 'proc/1/ns/net'));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/**
 * The name of another process's network is told only to who may trace it, which a pod with few capabilities may not. Its
 * table of sockets is told to everybody: a socket of ours that is in our table stands in that one too, or it is another
 * network.
 */
function sharesSockets(hostRoot: string): boolean | null {
  try {
    const own = ownSockets();
    const inOurs = inodesOf('/proc/self/net').filter((inode) => own.has(inode));
    if (inOurs.length === 0) return null;
    const inNodes = new Set(inodesOf(join(hostRoot, 'proc/1/net')));
    return inOurs.some((inode) => inNodes.has(inode));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function ownSockets(): ReadonlySet<string> {
  const inodes = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? '';
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return ''; // The descriptor of the folder itself, which is closed by now.
    }
  });
  return new Set(inodes.filter((inode) => inode !== ''));
}

/** Inodes of the TCP sockets of a network; a kernel without IPv6 has one table only. */
function inodesOf(folder: string): readonly string[] {
  return TCP_TABLES.flatMap((table) => {
    const text =
      table === 'tcp' ? readFileSync(join(folder, table), 'utf8') : readOr(folder, table);
    return text
      .split('\n')
      .slice(1)
      .flatMap((line) => line.trim().split(/\s+/).slice(9, 10))
      .filter((inode) => inode !== '0');
  });
}

function readOr(folder: string, table: string): string {
  try {
    return readFileSync(join(folder, table), 'utf8');
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return '';
  }
}
