import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { stripControl } from '../lib/strip-control.ts';
import { listOrNone, readNodeText } from './node-files.ts';

/** How many pod addresses a network has, and how many are given out. */
export interface IpamRoom {
  readonly network: string;
  readonly used: number;
  readonly size: number;
}

const DEFAULT_CONF_DIR = '/etc/cni/net.d';
/** Where the plugin host-local keeps addresses unless its configuration names another folder. */
const DEFAULT_DATA_DIR = '/var/lib/cni/networks';
const MAX_CONFIGS = 100;
const MAX_CONFIG_BYTES = 256 * 1024;
/** A /19 full of pods; a folder with more belongs to something else. */
const MAX_ADDRESSES = 8_000;
/** The network's own address, its broadcast address and the gateway are never given to a pod. */
const NOT_FOR_PODS = 3;

const range = z.object({
  subnet: z.string(),
  rangeStart: z.string().optional(),
  rangeEnd: z.string().optional(),
});
const ipam = z.object({
  type: z.literal('host-local'),
  dataDir: z.string().startsWith('/').default(DEFAULT_DATA_DIR),
  ranges: z.array(z.array(range)).default([]),
  subnet: z.string().optional(),
  rangeStart: z.string().optional(),
  rangeEnd: z.string().optional(),
});
const plugin = z.object({ ipam: ipam.optional().catch(undefined) });
const config = plugin.extend({
  name: z.string().regex(/^[^/\0]+$/),
  plugins: z.array(plugin).default([]),
});

/**
 * The room of the first network of the CNI configuration, which is the one that pods get; null where host-local does not
 * give out its addresses, or nobody can read how many there are.
 */
export async function readIpamRoom(
  hostRoot: string,
  confDir: string | null,
): Promise<IpamRoom | null> {
  const directory = confDir ?? DEFAULT_CONF_DIR;
  const names = await listOrNone(hostRoot, directory, MAX_CONFIGS);
  const first = names.find((name) => /\.(?:conf|conflist|json)$/.test(name));
  if (first === undefined) return null;
  const found = parse(await readNodeText(hostRoot, join(directory, first), MAX_CONFIG_BYTES));
  const own = [found?.ipam, ...(found?.plugins ?? []).map((each) => each.ipam)].find(Boolean);
  if (found === null || own === undefined) return null;
  const size = sizeOf(own);
  if (size === null) return null;
  const held = await listOrNone(hostRoot, join(own.dataDir, found.name), MAX_ADDRESSES);
  return { network: stripControl(found.name), used: held.filter(isIPv4).length, size };
}

function parse(text: string | null): z.infer<typeof config> | null {
  try {
    return config.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null; // A broken CNI file is told by the runtime's status; here it says nothing.
  }
}

/** IPv4 addresses for pods; null where a range is not understood. */
function sizeOf(own: z.infer<typeof ipam>): number | null {
  const single = own.subnet === undefined ? [] : [{ ...own, subnet: own.subnet }];
  const sizes = [...single, ...own.ranges.flat()]
    .filter(({ subnet }) => isIPv4(subnet.split('/')[0] ?? ''))
    .map(sizeOfRange);
  if (sizes.length === 0 || sizes.includes(null)) return null;
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

function sizeOfRange({ subnet, rangeStart, rangeEnd }: z.infer<typeof range>): number | null {
  const [address = '', bits] = subnet.split('/');
  const prefix = Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > 32) return null;
  const whole = 2 ** (32 - prefix);
  const first = Math.floor(toNumber(address) / whole) * whole;
  const from = rangeStart === undefined ? first + 1 : toNumber(rangeStart);
  const to = rangeEnd === undefined ? first + whole - 2 : toNumber(rangeEnd);
  const hasLimits = rangeStart !== undefined && rangeEnd !== undefined;
  const size = hasLimits ? to - from + 1 : to - from + 3 - NOT_FOR_PODS;
  return Number.isFinite(size) && size > 0 ? size : null;
}

function toNumber(address: string): number {
  return isIPv4(address)
    ? address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    : Number.NaN;
}
