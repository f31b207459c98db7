import { createHash } from 'node:crypto';
import { splitImage } from '../dress/dress.ts';
import type { Random } from '../engine/random.ts';

/** Layers are fetched three at a time, as containerd does unless told otherwise. */
const AT_ONCE = 3;
/** How an image's size spreads over its layers: a base, some packages, and one big one. */
const SHARES = [0.04, 0.11, 0.55, 0.24, 0.06];
/** containerd writes in lumps of 1 MiB. */
const LUMP_BYTES = 1024 * 1024;
/** Unpacked images are some two and a half times their packed size. */
const UNPACKED = 2.4;

export interface SimBlob {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export interface SimLayer {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Key of its snapshot. */
  readonly chainId: string;
  /** When its first byte came, and when its last one did or will; Infinity: it hangs, and its bytes stand still. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly hungAtBytes: number;
}

/** A pull's image on its way to the node: what the content store shows of it follows from the time alone. */
export interface SimTransfer {
  /** Host without its port, and path, as in the label of each blob. */
  readonly host: string;
  readonly repository: string;
  readonly beganAtMs: number;
  readonly manifest: SimBlob;
  readonly config: SimBlob;
  readonly layers: readonly SimLayer[];
  /** Bytes a second that are unpacked once all layers are here. */
  readonly unpackBytesPerSecond: number;
}

export interface TransferPlan {
  readonly image: string;
  readonly totalBytes: number;
  readonly bytesPerSecond: number;
  /** Index of the first layer that never comes; those before it are here. */
  readonly hangsAt: number | null;
  readonly unpackBytesPerSecond: number;
}

function sha256(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function toBlob(value: unknown): SimBlob {
  const bytes = Buffer.from(JSON.stringify(value));
  return { digest: sha256(bytes), bytes };
}

/** Lays out when each layer begins and ends, and makes manifest and configuration that say the same. */
export function planTransfer(plan: TransferPlan, random: Random, beganAtMs: number): SimTransfer {
  const { host, repository } = splitImage(plan.image);
  const sizes = SHARES.map((share) => Math.round(plan.totalBytes * share));
  const diffIds = sizes.map(() => `sha256:${random.hex(64)}`);
  const slots = new Array<number>(AT_ONCE).fill(beganAtMs);
  let chainId = '';
  const layers = sizes.map((sizeBytes, index): SimLayer => {
    const diffId = diffIds[index] ?? '';
    chainId = index === 0 ? diffId : sha256(`${chainId} ${diffId}`);
    const slot = slots.indexOf(Math.min(...slots));
    const isHung = plan.hangsAt !== null && index >= plan.hangsAt;
    const fromMs = slots[slot] ?? beganAtMs;
    const tookMs = isHung
      ? Number.POSITIVE_INFINITY
      : Math.round((sizeBytes / (plan.bytesPerSecond / AT_ONCE)) * 1000);
    slots[slot] = fromMs + tookMs;
    const hungAtBytes = LUMP_BYTES * random.between(1, 4);
    return {
      digest: `sha256:${random.hex(64)}`,
      sizeBytes,
      chainId,
      fromMs,
      toMs: fromMs + tookMs,
      hungAtBytes,
    };
  });
  const config = toBlob({
    architecture: 'amd64',
    os: 'linux',
    config: {},
    rootfs: { type: 'layers', diff_ids: diffIds },
  });
  const manifest = toBlob({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: {
      mediaType: 'application/vnd.oci.image.config.v1+json',
      digest: config.digest,
      size: config.bytes.length,
    },
    layers: layers.map((layer) => ({
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      digest: layer.digest,
      size: layer.sizeBytes,
    })),
  });
  const { unpackBytesPerSecond } = plan;
  return {
    host: host.replace(/:\d+$/, ''),
    repository,
    beganAtMs,
    manifest,
    config,
    layers,
    unpackBytesPerSecond,
  };
}

/** When the last layer will be here. */
function arrivesAtMs({ layers }: SimTransfer): number {
  return Math.max(...layers.map((layer) => layer.toMs));
}

/** Bytes of a layer that is coming in: they grow in lumps, or stand where they stopped. */
export function layerOffset(layer: SimLayer, nowMs: number): number {
  if (layer.toMs === Number.POSITIVE_INFINITY) return Math.min(layer.hungAtBytes, layer.sizeBytes);
  const share = (nowMs - layer.fromMs) / (layer.toMs - layer.fromMs);
  const bytes = Math.max(0, Math.min(1, share)) * layer.sizeBytes;
  return Math.floor(bytes / LUMP_BYTES) * LUMP_BYTES;
}

/** The layer that is being unpacked at `nowMs`, and what its snapshot holds; null before all layers are here. */
export function unpacking(
  transfer: SimTransfer,
  nowMs: number,
): { readonly layer: SimLayer; readonly sinceMs: number; readonly bytes: number } | null {
  let sinceMs = arrivesAtMs(transfer);
  if (!Number.isFinite(sinceMs) || nowMs < sinceMs) return null;
  for (const layer of transfer.layers) {
    const plainBytes = layer.sizeBytes * UNPACKED;
    const tookMs = Math.round((plainBytes / transfer.unpackBytesPerSecond) * 1000);
    if (nowMs < sinceMs + tookMs) {
      const bytes = Math.round(((nowMs - sinceMs) / tookMs) * plainBytes);
      return { layer, sinceMs, bytes };
    }
    sinceMs += tookMs;
  }
  return null;
}

/** When the last layer will be unpacked. */
export function unpackedAtMs(transfer: SimTransfer): number {
  const bytes = transfer.layers.reduce((sum, layer) => sum + layer.sizeBytes * UNPACKED, 0);
  return arrivesAtMs(transfer) + (bytes / transfer.unpackBytesPerSecond) * 1000;
}
