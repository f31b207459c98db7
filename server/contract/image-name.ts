/** The parts of an image's name, with what runtimes fill in where it is left out. Pure. */
export interface ImageName {
  /** Host, with its port where one is given. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | null;
  readonly digest: string | null;
}

const DEFAULT_REGISTRY = 'docker.io';

/** Takes an image's name apart; total, whatever the text is. */
export function splitImageName(ref: string): ImageName {
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
  const isShort = registry === DEFAULT_REGISTRY && !repository.includes('/');
  return {
    registry,
    repository: isShort ? `library/${repository}` : repository,
    tag: hasTag ? path.slice(colon + 1) : null,
    digest,
  };
}
