import { join } from 'node:path';
import type { DiskUsage } from '../contract/host-facts.ts';
import { parseTopLevelString } from './containerd-imports.ts';
import { readNodeText, statOnNode } from './node-files.ts';

const MAX_FILE_BYTES = 1024 * 1024;

export type DiskPlace = Pick<DiskUsage, 'role' | 'path'>;

/** A runtime's image store: the file and key that move it, and where it is by default. */
interface Store {
  readonly marks: (endpoint: string) => boolean;
  readonly config: string | null;
  readonly key: string;
  readonly paths: readonly string[];
}

/** By the socket in use, most particular first. */
const STORES: readonly Store[] = [
  {
    marks: (endpoint) => endpoint.includes('crio'),
    config: '/etc/containers/storage.conf',
    key: 'graphroot',
    paths: ['/var/lib/containers/storage'],
  },
  {
    marks: (endpoint) => endpoint.includes('/k3s/'),
    config: null,
    key: '',
    paths: ['/var/lib/rancher/k3s/agent/containerd', '/var/lib/rancher/rke2/agent/containerd'],
  },
  {
    marks: (endpoint) => endpoint.includes('/k0s/'),
    config: null,
    key: '',
    paths: ['/var/lib/k0s/containerd'],
  },
  {
    marks: (endpoint) => endpoint.includes('microk8s'),
    config: null,
    key: '',
    paths: ['/var/snap/microk8s/common/var/lib/containerd'],
  },
  {
    marks: () => true,
    config: '/etc/containerd/config.toml',
    key: 'root',
    paths: ['/var/lib/containerd'],
  },
];

/** storage.conf has its key in a section of its own, the only one with that name. */
function configuredRoot(text: string, key: string): string | null {
  return key === 'root'
    ? parseTopLevelString(text, key)
    : (new RegExp(`^\\s*${key}\\s*=\\s*"([^"]+)"`, 'm').exec(text)?.[1] ?? null);
}

async function findImageStore(hostRoot: string, endpoint: string | null): Promise<string | null> {
  const store = STORES.find(({ marks }) => marks(endpoint ?? ''));
  if (store === undefined) return null;
  const text =
    store.config === null ? null : await readNodeText(hostRoot, store.config, MAX_FILE_BYTES);
  const configured = text === null ? null : configuredRoot(text, store.key);
  for (const path of [configured, ...store.paths]) {
    if (path !== null && (await statOnNode(hostRoot, path)) !== null) return path;
  }
  return null;
}

/** The folders whose file systems matter to pods, as they are called on the node. */
export async function findDiskPlaces(
  hostRoot: string,
  places: {
    readonly endpoint: string | null;
    readonly kubeletRoot: string;
    readonly podLogs: string;
  },
): Promise<readonly DiskPlace[]> {
  const images = await findImageStore(hostRoot, places.endpoint);
  return [
    ...(images === null ? [] : [{ role: 'images', path: images } as const]),
    { role: 'kubelet', path: places.kubeletRoot },
    { role: 'logs', path: places.podLogs },
    { role: 'root', path: '/' },
    { role: 'run', path: join('/', 'run') },
  ];
}
