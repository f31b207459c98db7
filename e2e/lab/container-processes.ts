import { readdir, readFile } from 'node:fs/promises';

/** Command lines of the processes that the kernel counts to a container, as the node sees them. */
export async function processesIn(containerId: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      if (!(await readFile(`/proc/${pid}/cgroup`, 'utf8')).includes(containerId)) continue;
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
      if (command !== '') found.push(command);
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}
