import { hostname } from 'node:os';
import { stripControl } from '../lib/strip-control.ts';
import { HostError } from './host-error.ts';
import type { KubeletConfig } from './kubelet-config.ts';
import { readNodeFile } from './node-files.ts';

const MAX_FILE_BYTES = 4096;

/**
 * The node's name as kubelet registers it: --hostname-override, else the node's host name in lower case. Below another
 * host root the file /etc/hostname is asked, since our own host name may be a container's.
 */
export async function readNodeName(
  hostRoot: string,
  kubelet: Pick<KubeletConfig, 'hostnameOverride'>,
): Promise<string> {
  const own = hostRoot === '/' ? hostname() : ((await readHostname(hostRoot)) ?? hostname());
  return kubelet.hostnameOverride?.value ?? stripControl(own).trim().toLowerCase();
}

async function readHostname(hostRoot: string): Promise<string | null> {
  try {
    const bytes = await readNodeFile(hostRoot, '/etc/hostname', MAX_FILE_BYTES);
    return bytes.toString('utf8').split('\n')[0] || null;
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}
