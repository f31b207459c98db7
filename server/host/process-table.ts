import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HostError, systemCode } from './host-error.ts';
import { listNodeFolder } from './node-files.ts';
import { type ProcStat, parseProcStat } from './proc-stat.ts';

/** Above the pid limit of usual nodes (32,768 and more are told apart by threads, not processes). */
const MAX_PROCESSES = 50_000;
/** Read without a pause: about 2 ms. */
const READ_AT_ONCE = 100;

/**
 * One process. Read at once: this file is made from memory and takes no lock that a hanging process may hold, and a read
 * by way of the thread pool costs five times as much.
 */
function readStat(hostRoot: string, pid: string): ProcStat | null {
  try {
    return parseProcStat(readFileSync(join(hostRoot, 'proc', pid, 'stat'), 'utf8'));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null; // It ended meanwhile.
  }
}

/** All processes of the node, one short read each. Throws HostError when /proc is not there to be read. */
export async function readProcessTable(hostRoot: string): Promise<readonly ProcStat[]> {
  const names = await listNodeFolder(hostRoot, '/proc', MAX_PROCESSES);
  const pids = names.filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) throw new HostError('there are no processes below /proc');
  const stats: ProcStat[] = [];
  for (const [index, pid] of pids.entries()) {
    const stat = readStat(hostRoot, pid);
    if (stat !== null) stats.push(stat);
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn();
  }
  return stats;
}
