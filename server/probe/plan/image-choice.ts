import { splitImageName } from '../../contract/image-name.ts';
import type { Image } from '../../contract/runtime-objects.ts';

/** The image that holds a sandbox: it waits and does nothing else. */
const PAUSE = /(?:^|[/-])pause$/;

/** "registry/repository:tag" or "…@digest", as runtimes spell it out. */
function fullName(ref: string): string {
  const { registry, repository, tag, digest } = splitImageName(ref);
  return `${registry}/${repository}${digest === null ? `:${tag ?? 'latest'}` : `@${digest}`}`;
}

/** Whether two references name the same, however they are spelled. */
export function isSameRef(one: string, other: string): boolean {
  return one === other || fullName(one) === fullName(other);
}

/** Letters of an image's id by which a person may call it, as runtimes take them. */
const LEAST_ID_CHARS = 12;

function isId(ref: string, image: Image): boolean {
  const plain = (id: string) => id.replace(/^sha256:/, '');
  const asked = plain(ref);
  return (
    asked.length >= LEAST_ID_CHARS && /^[0-9a-f]+$/.test(asked) && plain(image.id).startsWith(asked)
  );
}

/** The image on the node that this reference names; null when it is not here. */
export function findImage(ref: string, images: readonly Image[]): Image | null {
  const found = images.find(
    (image) =>
      isId(ref, image) || [...image.tags, ...image.digests].some((name) => isSameRef(name, ref)),
  );
  return found ?? null;
}

/** How an image of the node is named so that no other can be meant: by digest where it has one. */
export function exactRef(image: Image): string {
  return image.digests[0] ?? image.tags[0] ?? image.id;
}

function isPause(image: Image): boolean {
  return [...image.tags, ...image.digests].some((name) =>
    PAUSE.test(splitImageName(name).repository),
  );
}

/**
 * The image that a probe takes when none is named. First the one that holds sandboxes: it is small, on every node that
 * ever started a pod, and does nothing when it runs. Else the smallest.
 */
export function defaultImage(images: readonly Image[]): string | null {
  const rank = (image: Image) => (isPause(image) ? 0 : 1);
  const [first] = images.toSorted(
    (a, b) => rank(a) - rank(b) || a.sizeBytes - b.sizeBytes || (a.id < b.id ? -1 : 1),
  );
  return first === undefined ? null : exactRef(first);
}

/** Why this cannot be the reference of an image; null when the runtime may judge it. */
export function imageRefProblem(ref: string): string | null {
  if (ref.trim() === '') return 'expected the name of an image';
  if (/[\s\p{Cc}]/u.test(ref)) return 'an image name has no blanks and no control characters';
  if (ref.startsWith('-')) return 'an image name does not begin with "-"';
  return null;
}
