import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** Rotated files looked at: more are older than any question. */
const MAX_FILES = 60;

/** One file of a log that is rotated. */
export interface LogFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly isPacked: boolean;
}

/**
 * Names that rotation gives: name.1, name.2.gz, name-20261129 (logrotate), and stem-2026-11-29T20-50-39.123.log, also packed
 * (the library that k3s uses).
 */
function isRotationOf(name: string, base: string): boolean {
  if (name === base) return true;
  const rest = name.startsWith(base) ? name.slice(base.length) : null;
  if (rest !== null) return /^[.-]\d[\d.T_-]*(?:\.gz)?$/.test(rest);
  const extension = extname(base);
  const stem = base.slice(0, base.length - extension.length);
  if (extension === '' || !name.startsWith(`${stem}-`)) return false;
  const tail = name.slice(stem.length);
  return /^-\d{4}-\d\d-\d\dT[\d.-]+$/.test(tail.replace(/\.gz$/, '').slice(0, -extension.length));
}

async function fileOrNull(path: string): Promise<LogFile | null> {
  try {
    const info = await stat(path);
    if (!info.isFile()) return null;
    const { size: sizeBytes, mtimeMs: modifiedAtMs } = info;
    return { path, sizeBytes, modifiedAtMs, isPacked: path.endsWith('.gz') };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null; // Rotated away meanwhile.
    throw error;
  }
}

/** The files of a log and those it was rotated into, the one written last first. */
export async function listLogFiles(path: string): Promise<readonly LogFile[]> {
  const folder = dirname(path);
  const base = basename(path);
  const names = (await readdir(folder)).filter((name) => isRotationOf(name, base));
  const files = await Promise.all(names.map((name) => fileOrNull(join(folder, name))));
  return files
    .filter((file) => file !== null)
    .sort((a, b) => b.modifiedAtMs - a.modifiedAtMs)
    .slice(0, MAX_FILES);
}
