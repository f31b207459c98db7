import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { IpReservation } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { HostError } from './host-error.ts';
import { inTurns } from './in-turns.ts';
import { listNodeFolder, listOrNone, readNodeText, statOnNode } from './node-files.ts';

/** Where the plugin host-local keeps addresses unless its configuration names another folder. */
const IPAM_DIRECTORY = '/var/lib/cni/networks';
const MAX_NETWORKS = 100;
/** A /19 full of pods; a folder with more belongs to something else. */
const MAX_ADDRESSES = 8_000;
/** A container id and the name of an interface. */
const MAX_FILE_BYTES = 1024;
const MAX_CONFIG_BYTES = 256 * 1024;

const ipam = z.object({ dataDir: z.string().min(1).optional().catch(undefined) }).loose();
const plugin = z.object({ ipam: ipam.optional().catch(undefined) }).loose();
const configSchema = plugin.extend({ plugins: z.array(plugin).optional().catch(undefined) });

function parseConfig(text: string): z.infer<typeof configSchema> | null {
  try {
    return configSchema.parse(JSON.parse(text));
  } catch {
    return null; // A broken CNI file is told by the runtime's status; here it names no folder.
  }
}

/** The folders in which host-local keeps addresses on this node: those its configuration names, and the usual one. */
async function dataDirectories(hostRoot: string, confDir: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>([IPAM_DIRECTORY]);
  for (const name of await listOrNone(hostRoot, confDir, MAX_NETWORKS)) {
    if (!/\.(?:conf|conflist|json)$/.test(name)) continue;
    const text = await readNodeText(hostRoot, join(confDir, name), MAX_CONFIG_BYTES);
    const config = text === null ? null : parseConfig(text);
    for (const part of config === null ? [] : [config, ...(config.plugins ?? [])]) {
      const named = part.ipam?.dataDir;
      if (named?.startsWith('/') === true) found.add(named);
    }
  }
  return found;
}

async function readAddress(
  hostRoot: string,
  folder: string,
  ip: string,
): Promise<IpReservation | null> {
  const path = join(folder, ip);
  const info = await statOnNode(hostRoot, path);
  if (info === null || !info.isFile()) return null;
  const text = await readNodeText(hostRoot, path, MAX_FILE_BYTES);
  const [containerId = ''] = stripControl(text ?? '').split(/\s/);
  return {
    network: stripControl(folder.slice(folder.lastIndexOf('/') + 1)),
    ip,
    containerId: containerId === '' ? null : containerId,
    createdAtMs: info.mtimeMs > 0 ? Math.trunc(info.mtimeMs) : null,
  };
}

async function readNetwork(hostRoot: string, folder: string): Promise<IpReservation[]> {
  const names = await listOrNone(hostRoot, folder, MAX_ADDRESSES);
  const addresses = names.filter((name) => isIP(name) !== 0);
  const read = await inTurns(addresses, (ip) => readAddress(hostRoot, folder, ip));
  return read.filter((reservation) => reservation !== null);
}

/**
 * Addresses that host-local holds, with the sandbox each was given to. Throws HostError when no folder of such addresses
 * exists: then another plugin gives them out, and nothing is known about leaks.
 */
export async function readIpReservations(
  hostRoot: string,
  confDir: string,
): Promise<readonly IpReservation[]> {
  const reservations: IpReservation[] = [];
  let absent: HostError | null = null;
  let hasRead = false;
  for (const directory of await dataDirectories(hostRoot, confDir)) {
    try {
      const networks = await listNodeFolder(hostRoot, directory, MAX_NETWORKS);
      hasRead = true;
      for (const network of networks) {
        reservations.push(...(await readNetwork(hostRoot, join(directory, network))));
      }
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      absent ??= error;
    }
  }
  if (!hasRead && absent !== null) throw absent;
  return reservations;
}
