import { createHash } from 'node:crypto';
import type { ImageManifest } from '../cri/runtime-connection.ts';

const DIGEST = /^[a-z0-9]+:[0-9a-f]{32,128}$/u;

function parse(blob: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(blob));
  } catch {
    // Not JSON: then it is no manifest either, which the caller learns as null.
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function digestOf(value: unknown): string | null {
  const digest = field(value, 'digest');
  return typeof digest === 'string' && DIGEST.test(digest) ? digest : null;
}

/** Reads an image's manifest (OCI or Docker schema 2); null for anything else, an index among it. */
export function parseManifest(blob: Uint8Array): ImageManifest | null {
  const value = parse(blob);
  const configDigest = digestOf(field(value, 'config'));
  const layers = field(value, 'layers');
  if (configDigest === null || !Array.isArray(layers)) return null;
  return {
    configDigest,
    layers: layers.flatMap((layer: unknown) => {
      const digest = digestOf(layer);
      const size = field(layer, 'size');
      const isSize = typeof size === 'number' && Number.isFinite(size) && size >= 0;
      return digest === null ? [] : [{ digest, sizeBytes: isSize ? size : 0 }];
    }),
  };
}

/** The manifests that an index names; empty for anything else. */
export function parseIndex(blob: Uint8Array): readonly string[] {
  const manifests = field(parse(blob), 'manifests');
  if (!Array.isArray(manifests)) return [];
  return manifests.map(digestOf).filter((digest) => digest !== null);
}

/**
 * The keys of an image's snapshots, one a layer: each is the hash of the key before it and the layer's plain digest.
 * Null for anything that is no image configuration.
 */
export function chainIdsOf(configBlob: Uint8Array): readonly string[] | null {
  const diffIds = field(field(parse(configBlob), 'rootfs'), 'diff_ids');
  if (!Array.isArray(diffIds)) return null;
  const chain: string[] = [];
  for (const diffId of diffIds) {
    if (typeof diffId !== 'string' || !DIGEST.test(diffId)) return null;
    const parent = chain.at(-1);
    chain.push(
      parent === undefined
        ? diffId
        : `sha256:${createHash('sha256').update(`${parent} ${diffId}`).digest('hex')}`,
    );
  }
  return chain;
}
