import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stripControl } from '../lib/strip-control.ts';
import { systemCode } from './host-error.ts';
import { readKubeletFiles, type Told } from './kubelet-files.ts';
import { readNodeText } from './node-files.ts';

export type { Told } from './kubelet-files.ts';

/** What kubelet's configuration says, as far as we use it. Null: said nowhere. */
export interface KubeletConfig {
  /** The process of kubelet, null when none is seen. */
  readonly pid: number | null;
  readonly configPath: string | null;
  readonly containerRuntimeEndpoint: Told<string> | null;
  readonly staticPodPath: Told<string> | null;
  readonly podLogsDir: Told<string> | null;
  readonly cgroupDriver: Told<string> | null;
  /** Where it listens, told otherwise than by default; 0: not at all. */
  readonly port: Told<number> | null;
  readonly healthzPort: Told<number> | null;
  readonly readOnlyPort: Told<number> | null;
  readonly hostnameOverride: Told<string> | null;
  /** Where kubelet keeps its pods: --root-dir; it stands in no file. */
  readonly rootDir: Told<string> | null;
}

const MAX_FILE_BYTES = 1024 * 1024;
/** A command line is at most a few KiB; /proc files have no size of their own. */
const MAX_PROC_BYTES = 64 * 1024;
const DEFAULT_CONFIG_PATHS = [
  '/var/lib/kubelet/config.yaml',
  '/etc/kubernetes/kubelet/kubelet-config.json',
  '/etc/kubernetes/kubelet-config.yaml',
];
/** Where kubeadm puts flags: they can be read also while kubelet is dead. */
const KUBEADM_FLAGS_PATH = '/var/lib/kubelet/kubeadm-flags.env';

/** The pid of kubelet, by the name of its process; the smallest when there are several. */
async function findKubelet(hostRoot: string): Promise<number | null> {
  const entries = await readdir(join(hostRoot, 'proc')).catch((error: unknown) => {
    if (systemCode(error) === null) throw error;
    return [];
  });
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number);
  for (const pid of pids.sort((a, b) => a - b)) {
    const comm = await readNodeText(hostRoot, `/proc/${pid}/comm`, 64);
    if (comm?.trim() === 'kubelet') return pid;
  }
  return null;
}

/** `--flag=value` and `--flag value` of a command line. */
function parseFlags(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (const [index, arg] of args.entries()) {
    if (!arg.startsWith('--')) continue;
    const equals = arg.indexOf('=');
    const next = args[index + 1];
    if (equals !== -1) flags.set(arg.slice(2, equals), stripControl(arg.slice(equals + 1)));
    else if (next !== undefined && !next.startsWith('--'))
      flags.set(arg.slice(2), stripControl(next));
  }
  return flags;
}

interface Flags {
  readonly values: ReadonlyMap<string, string>;
  readonly where: string;
}

async function readFlags(hostRoot: string, pid: number | null): Promise<Flags> {
  if (pid !== null) {
    const cmdline = await readNodeText(hostRoot, `/proc/${pid}/cmdline`, MAX_PROC_BYTES);
    if (cmdline !== null) {
      return {
        values: parseFlags(cmdline.split('\0')),
        where: `on the command line of kubelet (pid ${pid})`,
      };
    }
  }
  const kubeadm = (await readNodeText(hostRoot, KUBEADM_FLAGS_PATH, MAX_FILE_BYTES)) ?? '';
  const words = kubeadm
    .replace(/^KUBELET_KUBEADM_ARGS=/m, '')
    .replaceAll('"', '')
    .split(/\s+/);
  return { values: parseFlags(words), where: `in ${KUBEADM_FLAGS_PATH}` };
}

/**
 * What kubelet was told: flags of its command line (or, when it is not running, those that kubeadm wrote down) before
 * its configuration file. Nothing throws: what cannot be read says nothing.
 */
export async function readKubeletConfig(hostRoot: string): Promise<KubeletConfig> {
  const pid = await findKubelet(hostRoot);
  const flags = await readFlags(hostRoot, pid);
  const named = flags.values.get('config');
  const file = await readKubeletFiles(hostRoot, {
    paths: named === undefined ? DEFAULT_CONFIG_PATHS : [named],
    dropInDir: flags.values.get('config-dir') ?? null,
  });
  const tell = (flag: string, value: Told<string> | null): Told<string> | null => {
    const given = flags.values.get(flag);
    return given ? { value: given, where: `--${flag} ${flags.where}` } : value;
  };
  const tellPort = (flag: string, value: Told<number> | null): Told<number> | null => {
    const given = Number(flags.values.get(flag) ?? Number.NaN);
    return Number.isInteger(given) ? { value: given, where: `--${flag} ${flags.where}` } : value;
  };
  return {
    pid,
    configPath: file.path,
    containerRuntimeEndpoint: tell(
      'container-runtime-endpoint',
      file.values.containerRuntimeEndpoint,
    ),
    staticPodPath: tell('pod-manifest-path', file.values.staticPodPath),
    podLogsDir: tell('pod-logs-dir', file.values.podLogsDir),
    cgroupDriver: tell('cgroup-driver', file.values.cgroupDriver),
    port: tellPort('port', file.values.port),
    healthzPort: tellPort('healthz-port', file.values.healthzPort),
    readOnlyPort: tellPort('read-only-port', file.values.readOnlyPort),
    hostnameOverride: tell('hostname-override', null),
    rootDir: tell('root-dir', null),
  };
}
