import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** The containerd releases the lab knows, and the Debian suite that carries each. */
export const RELEASES = [
  { label: '1.6', suite: 'bookworm', pattern: /^1\.6\./ },
  { label: '1.7', suite: 'trixie', pattern: /^1\.7\./ },
  { label: '2', suite: 'sid', pattern: /^2\./ },
] as const;

export interface ContainerdBinaries {
  readonly label: string;
  /** As the program says it: "1.6.20". */
  readonly version: string;
  readonly major: 1 | 2;
  /** Folder of containerd, its shim and ctr. */
  readonly binDir: string;
}

/** Where fetched packages live between runs. */
export function labCacheDir(): string {
  return process.env['CRI_LAB_CACHE'] ?? join(homedir(), '.cache', 'cri-triage', 'lab');
}

/** The folder into which the containerd package of `suite` is unpacked. */
export function unpackedDir(suite: string): string {
  return join(labCacheDir(), `containerd-${suite}`);
}

/**
 * Finds the programs of one release: the machine's own when it is that release, else what lab-install fetched.
 * `release` may also be a folder that holds containerd. Resolves null when it is not there.
 */
export async function findContainerd(
  release: string,
  signal: AbortSignal,
): Promise<ContainerdBinaries | null> {
  const known = RELEASES.find((candidate) => candidate.label === release);
  const folders =
    known === undefined ? [release] : ['/usr/bin', join(unpackedDir(known.suite), 'usr/bin')];
  for (const binDir of folders) {
    if (!existsSync(join(binDir, 'containerd'))) continue;
    const version = await versionOf(binDir, signal);
    if (version === null || (known !== undefined && !known.pattern.test(version))) continue;
    return {
      label: known?.label ?? version,
      version,
      major: version.startsWith('2') ? 2 : 1,
      binDir,
    };
  }
  return null;
}

async function versionOf(binDir: string, signal: AbortSignal): Promise<string | null> {
  // "containerd github.com/containerd/containerd 1.6.20~ds1 1.6.20~ds1-1+deb12u3"
  const said = await runCommand(join(binDir, 'containerd'), ['--version'], { signal });
  return /\bv?(\d+\.\d+\.\d+)/.exec(said)?.[1] ?? null;
}

/** The debian code name of this machine, null elsewhere. */
export function debianCodename(): string | null {
  if (!existsSync('/etc/os-release')) return null;
  const text = readFileSync('/etc/os-release', 'utf8');
  if (!/^ID=debian$/m.test(text)) return null;
  return /^VERSION_CODENAME=(\w+)$/m.exec(text)?.[1] ?? null;
}
