/** 2,000: the images of a node many times over; a journal names the same few again and again. */
const MAX_NORMALIZED = 2_000;
const normalized = new Map<string, string>();

const DEFAULT_REGISTRY = 'docker.io';

interface ImageRef {
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | null;
  readonly digest: string | null;
}

function splitRef(ref: string): ImageRef {
  const at = ref.indexOf('@');
  const digest = at >= 0 ? ref.slice(at + 1) : null;
  const named = at >= 0 ? ref.slice(0, at) : ref;
  const slash = named.indexOf('/');
  const head = slash >= 0 ? named.slice(0, slash) : '';
  const hasRegistry =
    slash >= 0 && (head.includes('.') || head.includes(':') || head === 'localhost');
  const registry = hasRegistry ? head : DEFAULT_REGISTRY;
  const path = hasRegistry ? named.slice(slash + 1) : named;
  const colon = path.lastIndexOf(':');
  const hasTag = colon > path.lastIndexOf('/');
  const repository = hasTag ? path.slice(0, colon) : path;
  const full =
    registry === DEFAULT_REGISTRY && !repository.includes('/')
      ? `library/${repository}`
      : repository;
  return { registry, repository: full, tag: hasTag ? path.slice(colon + 1) : null, digest };
}

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
  const image = splitRef(bare);
  const version = image.digest === null ? `:${image.tag ?? 'latest'}` : `@${image.digest}`;
  return `${image.registry}/${image.repository}${version}`;
}

/** The registry host (with its port) that serves the reference. */
export function registryOf(ref: string): string {
  return splitRef(ref.startsWith('docker://') ? ref.slice('docker://'.length) : ref).registry;
}
