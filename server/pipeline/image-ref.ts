import { splitImageName } from '../contract/image-name.ts';

/** 2,000: the images of a node many times over; a journal names the same few again and again. */
const MAX_NORMALIZED = 2_000;
const normalized = new Map<string, string>();

/**
 * The one spelling under which two references to the same image are equal: registry and tag filled in as runtimes do,
 * the tag dropped where a digest decides.
 */
export function normalizeImage(ref: string): string {
  const known = normalized.get(ref);
  if (known !== undefined) return known;
  if (normalized.size >= MAX_NORMALIZED) normalized.clear();
  const result = normalize(ref);
  normalized.set(ref, result);
  return result;
}

function normalize(ref: string): string {
  const bare = ref.startsWith('docker://') ? ref.slice('docker://'.length) : ref;
  if (/^(?:sha256:)?[0-9a-f]{64}$/.test(bare))
    return bare.startsWith('sha256:') ? bare : `sha256:${bare}`;
  const image = splitImageName(bare);
  const version = image.digest === null ? `:${image.tag ?? 'latest'}` : `@${image.digest}`;
  return `${image.registry}/${image.repository}${version}`;
}

/** The registry host (with its port) that serves the reference. */
export function registryOf(ref: string): string {
  return splitImageName(ref.startsWith('docker://') ? ref.slice('docker://'.length) : ref).registry;
}
