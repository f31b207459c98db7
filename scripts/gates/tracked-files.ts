import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** 16 MiB: some hundred thousand paths. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Every file git would commit: tracked ones and new ones that no .gitignore names. The option lets root list a
 * checkout that another user owns.
 */
export function trackedFiles(): readonly string[] {
  const output = execFileSync(
    'git',
    ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT_BYTES,
    },
  );
  // A file deleted in the working tree is still in the index.
  return output.split('\0').filter((file) => file !== '' && existsSync(file));
}

/** TypeScript and JavaScript that people write. */
export function isSource(file: string): boolean {
  return /\.(ts|tsx|mjs|cjs|js)$/.test(file) && !file.includes('/fixtures/');
}

/** Written by `npm run gen:proto`. */
export function isGenerated(file: string): boolean {
  return file.includes('/generated/');
}
