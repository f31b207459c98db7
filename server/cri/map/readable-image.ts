import { stripControl } from '../../lib/strip-control.ts';

/** An image id, with or without its scheme: true for a person, of no use to one. */
const IMAGE_ID = /^(sha256:)?[0-9a-f]{64}$/u;

/**
 * The most readable of the names that a runtime gives for one image: what the user wrote (containerd 2.x), else a name
 * with a tag or digest, else the id. containerd 1.6 and CRI-O list ids; CRI-O's image_ref is a name with a digest.
 */
export function readableImage(
  image: { readonly image: string; readonly userSpecifiedImage: string } | undefined,
  imageRef: string,
): string {
  const candidates = [image?.userSpecifiedImage ?? '', image?.image ?? '', imageRef].filter(
    (name) => name !== '',
  );
  return stripControl(candidates.find((name) => !IMAGE_ID.test(name)) ?? candidates[0] ?? '');
}
