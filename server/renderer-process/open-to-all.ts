import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o001;

/** Whether every user may come to `path` and read it; for a folder also what lies in it, as far as its own mode tells. */
export function isOpenToAll(path: string): boolean {
  const stat = statSync(path);
  const needed = stat.isDirectory() ? OTHERS_READ | OTHERS_ENTER : OTHERS_READ;
  if ((stat.mode & needed) !== needed) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & OTHERS_ENTER) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
