import { splitImage } from '../dress/dress.ts';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';

/** Digits of an id that are enough to find it. */
const SHORT_ID = /^[0-9a-f]{7,64}$/u;
const PATH = /^[a-z0-9]+(?:[._/-]+[a-z0-9]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/u;

/** The whole name as runtimes read it: with registry, and with a tag or digest. Null when it is no name. */
export function wholeName(name: string): string | null {
  const [first = '', ...rest] = name.split('/');
  const hasHost = rest.length > 0 && /[.:]|^localhost$/u.test(first);
  const path = hasHost ? rest.join('/') : name;
  if (!PATH.test(path)) return null;
  const inHub = rest.length > 0 ? name : `library/${name}`;
  const full = hasHost ? name : `docker.io/${inHub}`;
  return /[:@][^/]*$/u.test(path) ? full : `${full}:latest`;
}

/** The image on the node by name, digest or id, as ImageStatus and CreateContainer look for it. */
export function findImage({ dress, store }: SimNode, ref: string): SimImage | null {
  const images = [...store.images.values()];
  // A lookup by sha256:<id> answers empty on CRI-O, as recorded.
  const digits = dress.name === 'containerd' ? ref.replace(/^sha256:/u, '') : ref;
  const byId = SHORT_ID.test(digits) && images.find(({ id }) => id.startsWith(digits));
  if (byId) return byId;
  const name = wholeName(ref);
  if (name === null) return null;
  return images.find((image) => image.name === name || digestName(image) === name) ?? null;
}

/** registry.example/shop/cart@sha256:… */
export function digestName({ name, digest }: Pick<SimImage, 'name' | 'digest'>): string {
  const { host, repository } = splitImage(name);
  return `${host}/${repository}@${digest}`;
}
