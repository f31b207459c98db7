import type { Stats } from 'node:fs';

/** When a file or folder was made; its last change of status where the file system keeps no birth time. */
export function createdAtMs(info: Stats | null): number | null {
  if (info === null) return null;
  const ms = Math.trunc(info.birthtimeMs > 0 ? info.birthtimeMs : info.ctimeMs);
  return ms > 0 ? ms : null;
}
