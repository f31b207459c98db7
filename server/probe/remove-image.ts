import { splitImageName } from '../contract/image-name.ts';
import type { ProbeLeft } from '../contract/probe.ts';
import type { Container, Image } from '../contract/runtime-objects.ts';
import { shellWord } from '../contract/shell-word.ts';
import type { CallOptions } from '../cri/cri.ts';
import type { ProbeCri } from './probe-node.ts';

/** An image that was not on the node before the probe. */
export interface PulledImage {
  readonly ref: string;
  /** Ids of all images that were there before: the same one may have been there by another name. */
  readonly idsBefore: ReadonlySet<string>;
}

export type ImageRemoval =
  | { readonly kind: 'none' }
  | { readonly kind: 'removed' }
  /** It stays, and that is right. */
  | { readonly kind: 'kept'; readonly note: string };

/** Removes the image unless somebody else has use of it; rejects with what the runtime refused. */
export async function removePulledImage(
  cri: ProbeCri,
  { ref, idsBefore }: PulledImage,
  options: CallOptions,
): Promise<ImageRemoval> {
  const image = await cri.images.status(ref, options);
  if (image === null) return { kind: 'none' };
  if (idsBefore.has(image.id)) {
    return kept(`The image ${ref} stays: it was on the node before by another name.`);
  }
  const other = otherNameOf(image, ref);
  if (other !== null) return kept(`The image ${ref} stays: it has become ${other} as well.`);
  const user = (await cri.containers.list(options)).find((one) => uses(one, image));
  if (user !== undefined) {
    return kept(`The image ${ref} stays: container ${user.name} is made of it by now.`);
  }
  await cri.changes.removeImage(ref, options);
  if ((await cri.images.status(image.id, options)) !== null) {
    await cri.changes.removeImage(image.id, options);
  }
  return { kind: 'removed' };
}

function kept(note: string): ImageRemoval {
  return { kind: 'kept', note };
}

/** A tag or repository that the probe did not ask for. */
function otherNameOf({ tags, digests }: Image, ref: string): string | null {
  const wanted = splitImageName(ref);
  const wantedTag = wanted.tag ?? (wanted.digest === null ? 'latest' : null);
  const isOwn = (name: string): boolean => {
    const { registry, repository, tag, digest } = splitImageName(name);
    const isSameRepository = registry === wanted.registry && repository === wanted.repository;
    return isSameRepository && (digest !== null || tag === wantedTag);
  };
  return [...tags, ...digests].find((name) => !isOwn(name)) ?? null;
}

function uses(container: Container, { id, tags, digests }: Image): boolean {
  const names = new Set([id, `sha256:${id}`, ...tags, ...digests]);
  return names.has(container.imageRef) || names.has(container.image);
}

/** How a person removes it. */
export function leftImage(ref: string, why: string): ProbeLeft {
  return { kind: 'image', id: ref, why, command: `crictl rmi ${shellWord(ref)}` };
}
