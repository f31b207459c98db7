import { join } from 'node:path';
import type { ConfigFile } from '../contract/host-facts.ts';

type Kind = ConfigFile['kind'];

/** Where to look: `files` by path, `folders` for every file in them, `trees` for every file one folder further down. */
export interface ConfigPlaces {
  readonly kind: Kind;
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly trees: readonly string[];
}

/** What the rest of the server knows that tells where configuration lies. */
export interface ConfigHints {
  /** kubelet's own configuration file, where it is known. */
  readonly kubeletConfig: string | null;
  /** From the runtime's status; the usual folders where it does not tell. */
  readonly cniConfDir: string | null;
  readonly cniBinDirs: readonly string[];
}

export const CNI_CONF_DIR = '/etc/cni/net.d';
const CNI_BIN_DIRS = ['/opt/cni/bin', '/usr/lib/cni', '/usr/libexec/cni'] as const;

/** Programs whose size and age matter: an empty one after a reboot starts nothing. */
const PROGRAMS = [
  'containerd',
  'containerd-shim-runc-v2',
  'containerd-shim-kata-v2',
  'containerd-shim-runsc-v1',
  'crio',
  'conmon',
  'crun',
  'runc',
  'kubelet',
];
const PROGRAM_DIRS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/opt/bin'];

/** The folders of CNI plugins on this node. */
export function cniBinDirsOf(hints: Pick<ConfigHints, 'cniBinDirs'>): readonly string[] {
  return hints.cniBinDirs.length > 0 ? hints.cniBinDirs : CNI_BIN_DIRS;
}

/** Folders for k3s and rke2, which keep their runtime's configuration with their state. */
const DISTRIBUTIONS = ['k3s', 'rke2'];
const agentFiles = (path: string): string[] =>
  DISTRIBUTIONS.map((name) => `/var/lib/rancher/${name}/agent/${path}`);

/** Every place of configuration that decides how pods start. */
export function configPlaces(hints: ConfigHints): readonly ConfigPlaces[] {
  return [
    {
      kind: 'runtime',
      files: [
        '/etc/containerd/config.toml',
        '/etc/crio/crio.conf',
        '/etc/containers/storage.conf',
        '/etc/k0s/containerd.toml',
        '/var/snap/microk8s/current/args/containerd.toml',
        ...agentFiles('etc/containerd/config.toml'),
        ...agentFiles('etc/containerd/config.toml.tmpl'),
      ],
      folders: [
        '/etc/containerd/conf.d',
        '/etc/crio/crio.conf.d',
        '/etc/k0s/containerd.d',
        '/etc/systemd/system/containerd.service.d',
        '/etc/systemd/system/crio.service.d',
      ],
      trees: [],
    },
    {
      kind: 'registry',
      files: [
        '/etc/containers/registries.conf',
        '/etc/containers/policy.json',
        '/var/lib/kubelet/config.json',
        ...DISTRIBUTIONS.map((name) => `/etc/rancher/${name}/registries.yaml`),
      ],
      folders: ['/etc/containers/registries.conf.d'],
      trees: [
        '/etc/containerd/certs.d',
        '/etc/containers/certs.d',
        '/var/snap/microk8s/current/args/certs.d',
        ...agentFiles('etc/containerd/certs.d'),
      ],
    },
    {
      kind: 'kubelet',
      files: [
        ...(hints.kubeletConfig === null ? [] : [hints.kubeletConfig]),
        '/var/lib/kubelet/config.yaml',
        '/var/lib/kubelet/kubeadm-flags.env',
        '/etc/default/kubelet',
        '/etc/sysconfig/kubelet',
        '/etc/kubernetes/kubelet.conf',
        '/var/snap/microk8s/current/args/kubelet',
        ...DISTRIBUTIONS.map((name) => `/etc/rancher/${name}/config.yaml`),
      ],
      folders: ['/etc/systemd/system/kubelet.service.d', '/etc/kubernetes/kubelet.conf.d'],
      trees: [],
    },
    { kind: 'crictl', files: ['/etc/crictl.yaml'], folders: [], trees: [] },
    { kind: 'cni', files: [], folders: [hints.cniConfDir ?? CNI_CONF_DIR], trees: [] },
    {
      kind: 'binary',
      files: PROGRAM_DIRS.flatMap((folder) => PROGRAMS.map((name) => join(folder, name))),
      folders: cniBinDirsOf(hints),
      trees: [],
    },
  ];
}
