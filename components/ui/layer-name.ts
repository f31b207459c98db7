/** Enough of a digest to tell layers apart and to find it in a log. */
const DIGEST_CHARS = 12;

/** A layer's short name: the head of its digest, whatever prefix the runtime writes before it. */
export function layerName(digest: string): string {
  const hex = /sha\d+:([0-9a-f]+)/.exec(digest)?.[1];
  return (hex ?? digest).slice(0, DIGEST_CHARS);
}
