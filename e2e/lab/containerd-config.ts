import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface ConfigOptions {
  readonly dir: string;
  readonly endpoint: string;
  readonly major: 1 | 2;
  /** 2.1 renamed the key; the older name is refused by later releases. */
  readonly cniBinKey: 'bin_dir' | 'bin_dirs';
  readonly cniConfDir: string;
  readonly cniBinDir: string;
  readonly sandboxImage: string;
  /** Handlers beside runc: each with an OCI runtime or a CNI configuration of its own. */
  readonly handlers: readonly LabHandler[];
}

export interface LabHandler {
  readonly name: string;
  /** Path of its OCI runtime; null: runc. */
  readonly program: string | null;
  /** null: the node's. */
  readonly cniConfDir: string | null;
}

/** Debian puts CNI plugins here; upstream packages use /opt/cni/bin. */
export const CNI_BIN_DIR = existsSync('/usr/lib/cni/bridge') ? '/usr/lib/cni' : '/opt/cni/bin';

/**
 * containerd's configuration: everything below the lab's folder, nothing shared with a containerd of this machine.
 * restrict_oom_score_adj: where CAP_SYS_RESOURCE is missing every sandbox would fail without it.
 */
export function containerdConfig(options: ConfigOptions): string {
  const common = [
    `version = ${options.major === 1 ? 2 : 3}`,
    `root = "${join(options.dir, 'root')}"`,
    `state = "${join(options.dir, 'state')}"`,
    '[grpc]',
    `address = "${options.endpoint}"`,
    '[debug]',
    'level = "info"',
    '[plugins."io.containerd.internal.v1.opt"]',
    `path = "${join(options.dir, 'opt')}"`,
  ];
  const cri = options.major === 1 ? criOfVersion1(options) : criOfVersion2(options);
  return `${[...common, ...cri].join('\n')}\n`;
}

function criOfVersion1(options: ConfigOptions): readonly string[] {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return [
    `[${cri}]`,
    `sandbox_image = "${options.sandboxImage}"`,
    'restrict_oom_score_adj = true',
    'netns_mounts_under_state_dir = true',
    'stream_server_address = "127.0.0.1"',
    'stream_server_port = "0"',
    `[${cri}.cni]`,
    `bin_dir = "${options.cniBinDir}"`,
    `conf_dir = "${options.cniConfDir}"`,
    `[${cri}.registry]`,
    `config_path = "${join(options.dir, 'certs.d')}"`,
    ...runtimes(cri, options),
  ];
}

function runtimes(section: string, { dir, handlers }: ConfigOptions): readonly string[] {
  const all: LabHandler[] = [{ name: 'runc', program: null, cniConfDir: null }, ...handlers];
  return all.flatMap(({ name, program, cniConfDir }) => [
    `[${section}.containerd.runtimes.${name}]`,
    'runtime_type = "io.containerd.runc.v2"',
    ...(cniConfDir === null ? [] : [`cni_conf_dir = "${cniConfDir}"`]),
    `[${section}.containerd.runtimes.${name}.options]`,
    'SystemdCgroup = false',
    ...(program === null ? [] : [`BinaryName = "${program}"`]),
    // Else runc keeps its state under /run, where a sweep would have to guess what is ours.
    `Root = "${join(dir, 'runc')}"`,
  ]);
}

function criOfVersion2(options: ConfigOptions): readonly string[] {
  const images = 'plugins."io.containerd.cri.v1.images"';
  const runtime = 'plugins."io.containerd.cri.v1.runtime"';
  const binDir = `"${options.cniBinDir}"`;
  return [
    `[${images}.pinned_images]`,
    `sandbox = "${options.sandboxImage}"`,
    `[${images}.registry]`,
    `config_path = "${join(options.dir, 'certs.d')}"`,
    `[${runtime}]`,
    'restrict_oom_score_adj = true',
    'netns_mounts_under_state_dir = true',
    `[${runtime}.cni]`,
    `${options.cniBinKey} = ${options.cniBinKey === 'bin_dirs' ? `[${binDir}]` : binDir}`,
    `conf_dir = "${options.cniConfDir}"`,
    ...runtimes(runtime, options),
    '[plugins."io.containerd.grpc.v1.cri"]',
    'stream_server_address = "127.0.0.1"',
    'stream_server_port = "0"',
    // It would take over the socket of an NRI that another containerd of this machine serves.
    '[plugins."io.containerd.nri.v1.nri"]',
    'disable = true',
    // One limit for all pulls together: the ones that never end would keep the others from their first byte.
    '[plugins."io.containerd.transfer.v1.local"]',
    'max_concurrent_downloads = 32',
    '[plugins."io.containerd.image-verifier.v1.bindir"]',
    `bin_dir = "${join(options.dir, 'opt', 'verifier')}"`,
  ];
}

/** certs.d entry of one registry host: plain HTTP to the given address. */
export function hostsToml(address: string): string {
  return `server = "${address}"\n\n[host."${address}"]\n  capabilities = ["pull", "resolve"]\n`;
}
