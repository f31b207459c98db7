import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerdBinaries } from './containerd-binaries.ts';
import { containerdConfig, hostsToml, type LabHandler } from './containerd-config.ts';
import { IMAGES } from './lab-images.ts';
import { type CniVariation, claimNetwork, writeCniConfig } from './lab-network.ts';
import { BROKEN_RUNC, EMPTY_PLUGIN, type LabPrograms, provideLabPrograms } from './lab-programs.ts';
import type { LabRecord } from './lab-record.ts';
import type { Registries } from './registries.ts';
import { runCommand } from './run-command.ts';

/** Runtime handlers that every lab has beside the usual one. */
export const HANDLERS = { brokenRuntime: 'broken-runc', emptyPlugin: 'empty-cni' } as const;

export interface PrepareParts {
  readonly record: LabRecord;
  readonly place: { readonly endpoint: string; readonly cniConfDir: string };
  readonly binaries: ContainerdBinaries;
  readonly registries: Registries;
  readonly options: {
    readonly signal: AbortSignal;
    readonly cni?: CniVariation | 'none';
    readonly sandboxImage?: string;
  };
}

/** Writes all that containerd reads: its configuration, registries' addresses, networks, and the lab's own programs. */
export async function prepareContainerd(parts: PrepareParts): Promise<LabPrograms> {
  const { record, place, options } = parts;
  const { dir } = record;
  const programs = await provideLabPrograms(dir);
  const handlers = handlersOf(dir, programs);
  const network = await claimNetwork(record, options.signal);
  if (options.cni !== 'none') {
    await writeCniConfig(place.cniConfDir, record, network, options.cni);
  }
  for (const { cniConfDir } of handlers) {
    if (cniConfDir === null) continue;
    await writeCniConfig(cniConfDir, record, network, { pluginType: EMPTY_PLUGIN });
  }
  for (const [host, address] of Object.entries(parts.registries.byHost)) {
    await mkdir(join(dir, 'certs.d', host), { recursive: true });
    await writeFile(join(dir, 'certs.d', host, 'hosts.toml'), hostsToml(address));
  }
  await writeConfig(parts, programs, handlers);
  return programs;
}

async function writeConfig(
  { record, place, binaries, options }: PrepareParts,
  programs: LabPrograms,
  handlers: readonly LabHandler[],
): Promise<void> {
  const command = join(binaries.binDir, 'containerd');
  const { signal } = options;
  const defaults = await runCommand(command, ['config', 'default'], { signal });
  const config = containerdConfig({
    dir: record.dir,
    endpoint: place.endpoint,
    major: binaries.major,
    cniBinKey: defaults.includes('bin_dirs') ? 'bin_dirs' : 'bin_dir',
    cniConfDir: place.cniConfDir,
    cniBinDir: programs.cniBinDir,
    sandboxImage: options.sandboxImage ?? IMAGES.pause,
    handlers,
  });
  await writeFile(join(record.dir, 'config.toml'), config);
}

function handlersOf(dir: string, { binDir }: LabPrograms): readonly LabHandler[] {
  const { brokenRuntime, emptyPlugin } = HANDLERS;
  return [
    { name: brokenRuntime, program: join(binDir, BROKEN_RUNC), cniConfDir: null },
    { name: emptyPlugin, program: null, cniConfDir: join(dir, 'net.d-emptied') },
  ];
}

/** A small file system of its own for containerd's root: it fills up without filling the machine. */
export async function mountRoot(dir: string, bytes: number, signal: AbortSignal): Promise<void> {
  const root = join(dir, 'root');
  await mkdir(root);
  await runCommand('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', root], { signal });
}
