import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';
import { systemCode } from './host-error.ts';
import { readNodeText } from './node-files.ts';

/** A value, and the file or flag that says so. */
export interface Told<T> {
  readonly value: T;
  readonly where: string;
}

/** What kubelet's configuration says, as far as we use it. Null: said nowhere. */
export interface KubeletConfig {
  /** The process of kubelet, null when none is seen. */
  readonly pid: number | null;
  readonly configPath: string | null;
  readonly containerRuntimeEndpoint: Told<string> | null;
  readonly staticPodPath: Told<string> | null;
  readonly podLogsDir: Told<string> | null;
  readonly cgroupDriver: Told<string> | null;
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

const text = z.string().min(1).transform(stripControl).nullish().catch(null);
const fileSchema = z.object({
  containerRuntimeEndpoint: text,
  staticPodPath: text,
  podLogsDir: text,
  cgroupDriver: text,
  readOnlyPort: z.number().int().nullish().catch(null),
});
type FileValues = z.infer<typeof fileSchema>;

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

async function readFile(
  hostRoot: string,
  paths: readonly string[],
): Promise<{ path: string; values: FileValues } | null> {
  for (const path of paths) {
    const content = await readNodeText(hostRoot, path, MAX_FILE_BYTES);
    const parsed = fileSchema.safeParse(content === null ? null : parseLoosely(content));
    if (parsed.success) return { path, values: parsed.data };
  }
  return null;
}

function parseLoosely(content: string): unknown {
  try {
    return parseYaml(content, { logLevel: 'error' });
  } catch (error) {
    // A broken file of kubelet tells nothing; kubelet's own log says so.
    if (error instanceof Error) return null;
    throw error;
  }
}

/**
 * What kubelet was told: flags of its command line (or, when it is not running, those that kubeadm wrote down) before
 * its configuration file. Nothing throws: what cannot be read says nothing.
 */
export async function readKubeletConfig(hostRoot: string): Promise<KubeletConfig> {
  const pid = await findKubelet(hostRoot);
  const flags = await readFlags(hostRoot, pid);
  const named = flags.values.get('config');
  const file = await readFile(hostRoot, named === undefined ? DEFAULT_CONFIG_PATHS : [named]);
  const tell = (flag: string, value: string | null | undefined): Told<string> | null => {
    const given = flags.values.get(flag);
    if (given) return { value: given, where: `--${flag} ${flags.where}` };
    return value && file ? { value, where: file.path } : null;
  };
  const portFlag = Number(flags.values.get('read-only-port') ?? Number.NaN);
  const portIsFlag = Number.isInteger(portFlag);
  const port = portIsFlag ? portFlag : file?.values.readOnlyPort;
  return {
    pid,
    configPath: file?.path ?? null,
    containerRuntimeEndpoint: tell(
      'container-runtime-endpoint',
      file?.values.containerRuntimeEndpoint,
    ),
    staticPodPath: tell('pod-manifest-path', file?.values.staticPodPath),
    podLogsDir: tell('pod-logs-dir', file?.values.podLogsDir),
    cgroupDriver: tell('cgroup-driver', file?.values.cgroupDriver),
    readOnlyPort:
      port === undefined || port === null
        ? null
        : {
            value: port,
            where: portIsFlag ? `--read-only-port ${flags.where}` : (file?.path ?? ''),
          },
    hostnameOverride: tell('hostname-override', null),
    rootDir: tell('root-dir', null),
  };
}
