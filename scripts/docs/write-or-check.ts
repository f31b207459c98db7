import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes a generated text to its file, or, with --check among the arguments, only compares and sets exit code 1 when the
 * file is stale.
 */
export function writeOrCheck(file: string, text: string, command: string): void {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    return;
  }
  if (committed === text) return;
  console.error(`stale: ${file} (run ${command})`);
  process.exitCode = 1;
}
