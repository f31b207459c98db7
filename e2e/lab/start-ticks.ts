import { readFileSync } from 'node:fs';

/** When a process began, in the kernel's ticks: tells a process from a later one with the same pid. Null: no such. */
export function startTicksOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; field 22 is counted behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : Number(fields[19]);
  } catch {
    // The process is gone.
    return null;
  }
}
