import { readFileSync } from 'node:fs';
import { HostError, systemCode } from './host-error.ts';
import { readNodeText } from './node-files.ts';
import { parseProcStat } from './proc-stat.ts';
import { readProcessTable } from './process-table.ts';

const MAX_FILE_BYTES = 64 * 1024;

/** A process, told from a later one of the same number by its start; the number is of its own space of processes. */
export interface ProcessMark {
  readonly pid: number;
  readonly startedAfterMs: number;
}

/** This process; null where /proc is not mounted. */
export function ownMark(): ProcessMark | null {
  try {
    const stat = parseProcStat(readFileSync('/proc/self/stat', 'utf8'));
    return stat === null ? null : { pid: process.pid, startedAfterMs: stat.startedAfterMs };
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** True while it lives, in whichever space of processes its number is; true too where nobody can see that. */
export async function isMarkAlive(
  hostRoot: string,
  { pid, startedAfterMs }: ProcessMark,
): Promise<boolean> {
  try {
    for (const stat of await readProcessTable(hostRoot)) {
      if (stat.startedAfterMs !== startedAfterMs || stat.state === 'Z') continue;
      const status = await readNodeText(hostRoot, `/proc/${stat.pid}/status`, MAX_FILE_BYTES);
      if (/^NSpid:.*?(\d+)\s*$/m.exec(status ?? '')?.[1] === String(pid)) return true;
    }
    return false;
  } catch (error) {
    if (error instanceof HostError) return true;
    throw error;
  }
}

/** Another one after each start of the node; null where it is not told. */
export async function readBootId(hostRoot: string): Promise<string | null> {
  const text = await readNodeText(hostRoot, '/proc/sys/kernel/random/boot_id', MAX_FILE_BYTES);
  return text?.trim() || null;
}
