import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  debianCodename,
  findContainerd,
  labCacheDir,
  RELEASES,
  unpackedDir,
} from './containerd-binaries.ts';
import { runCommand } from './run-command.ts';

/** Debian packages of the lab, each with the files of which one proves that it, or what does its work, is there. */
const PACKAGES = [
  { name: 'containerd', proofs: ['/usr/bin/containerd'] },
  { name: 'runc', proofs: ['/usr/sbin/runc', '/usr/bin/runc', '/usr/local/sbin/runc'] },
  {
    name: 'containernetworking-plugins',
    proofs: ['/usr/lib/cni/bridge', '/opt/cni/bin/bridge'],
  },
  { name: 'docker-registry', proofs: ['/usr/bin/docker-registry'] },
  { name: 'busybox-static', proofs: ['/usr/bin/busybox'] },
  { name: 'iproute2', proofs: ['/usr/sbin/ip', '/sbin/ip'] },
  { name: 'iptables', proofs: ['/usr/sbin/iptables'] },
] as const;

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** A mirror that does not answer must not stop the tests for long. */
const APT_TIMEOUT_MS = 300_000;

export interface InstallReport {
  readonly installed: readonly string[];
  /** Release label → version that is ready to run. */
  readonly ready: readonly { readonly label: string; readonly version: string }[];
  /** Release label → why it could not be had. */
  readonly missing: readonly { readonly label: string; readonly reason: string }[];
}

/** Says why this machine cannot run the lab, or null when it can. */
export function whyNoLab(): string | null {
  if (process.platform !== 'linux') return 'the lab needs Linux';
  if (process.getuid?.() !== 0) return 'the lab needs root';
  if (debianCodename() === null) return 'the lab installs Debian packages and this is not Debian';
  return null;
}

/** Makes the lab's programs available: packages of this Debian by apt, other containerd releases into the cache. */
export async function installLab(signal: AbortSignal): Promise<InstallReport> {
  const installed = await installPackages(signal);
  const ready: { label: string; version: string }[] = [];
  const missing: { label: string; reason: string }[] = [];
  for (const release of RELEASES) {
    try {
      const found =
        (await findContainerd(release.label, signal)) ?? (await fetchRelease(release, signal));
      ready.push({ label: release.label, version: found.version });
    } catch (error) {
      signal.throwIfAborted();
      missing.push({ label: release.label, reason: firstWords(error) });
    }
  }
  return { installed, ready, missing };
}

async function installPackages(signal: AbortSignal): Promise<readonly string[]> {
  const wanted = PACKAGES.filter((entry) => !entry.proofs.some(existsSync)).map(
    (entry) => entry.name,
  );
  if (wanted.length === 0) return [];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { signal, env, timeoutMs: APT_TIMEOUT_MS };
  await runCommand('apt-get', ['update', '-q'], options);
  // RUNLEVEL keeps package scripts from starting services: the lab brings its own. Nothing of the machine may give way.
  await runCommand(
    'apt-get',
    [
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      '--no-remove',
      '-o',
      'Dpkg::Use-Pty=0',
      ...wanted,
    ],
    { ...options, env: { ...env, RUNLEVEL: '1' } },
  );
  return wanted;
}

async function fetchRelease(release: (typeof RELEASES)[number], signal: AbortSignal) {
  const apt = await privateApt(release.suite, signal);
  const options = { signal, timeoutMs: APT_TIMEOUT_MS };
  await runCommand('apt-get', [...apt.options, 'update', '-q'], options);
  await runCommand('apt-get', [...apt.options, 'download', '-q', 'containerd'], {
    ...options,
    cwd: apt.folder,
  });
  const deb = (await readdir(apt.folder)).find((name) => name.endsWith('.deb'));
  if (deb === undefined) throw new Error(`no containerd package came from suite ${release.suite}`);
  const target = unpackedDir(release.suite);
  await rm(target, { recursive: true, force: true });
  await runCommand('dpkg', ['-x', join(apt.folder, deb), target], { signal });
  // runc of a later suite needs a newer libc than ours: this machine's own is used for every release.
  await rm(join(target, 'usr/bin/runc'), { force: true });
  await rm(join(target, 'usr/sbin/runc'), { force: true });
  await rm(apt.folder, { recursive: true, force: true });
  const found = await findContainerd(release.label, signal);
  if (found === null) throw new Error(`suite ${release.suite} carries another release: ${deb}`);
  return found;
}

/** An apt configuration of its own (sources, lists, cache), so that the machine's own stays as it is. */
async function privateApt(suite: string, signal: AbortSignal) {
  const folder = join(labCacheDir(), `apt-${suite}`);
  for (const part of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(folder, part), { recursive: true });
  }
  const mirror = await ownMirror(signal);
  const signedBy = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  await writeFile(join(folder, 'sources.list'), `deb ${signedBy}${mirror} ${suite} main\n`);
  const settings = [
    `Dir::Etc::sourcelist=${join(folder, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    // The machine's mirror may be a frozen one, whose release files are older than their term.
    'Acquire::Check-Valid-Until=false',
  ];
  return { folder, options: settings.flatMap((setting) => ['-o', setting]) };
}

/** The mirror this machine itself uses for Debian's main archive. */
async function ownMirror(signal: AbortSignal): Promise<string> {
  const format = '$(CODENAME) $(COMPONENT) $(REPO_URI)';
  const rows = await runCommand(
    'apt-get',
    ['indextargets', '--format', format, 'Created-By: Packages'],
    { signal },
  );
  const codename = debianCodename();
  for (const row of rows.split('\n')) {
    const [suite, component, uri] = row.split(' ');
    if (suite === codename && component === 'main' && uri !== undefined) return uri;
  }
  throw new Error('the apt sources of this machine name no mirror of its own Debian release');
}

function firstWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').at(-1)?.slice(0, 300) ?? text;
}
