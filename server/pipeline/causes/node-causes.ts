import type { NodeCause } from '../node-cause.ts';
import { ipamAddressesLeaked } from './cni/ipam-addresses-leaked.ts';
import { nodeBinaryEmpty } from './node-limits-storage/node-binary-empty.ts';

/** What the node's own files tell; the graver first. */
export const NODE_CAUSES: readonly NodeCause[] = [nodeBinaryEmpty, ipamAddressesLeaked];
