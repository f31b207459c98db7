import type { AuthConfig } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { FAULT_FACTS, splitImage } from '../dress/dress.ts';
import type { SimNode } from '../model/node.ts';
import type { SimImage } from '../model/objects.ts';
import type { PullFault, PullPlan } from '../model/scenario.ts';
import { digestName } from './image-refs.ts';

/** Whom the simulated registry lets read its private images. */
export const REGISTRY_LOGIN = {
  username: 'demo',
  password: 'demo-password',
  token: 'demo-token',
} as const;

const HOST = 'registry.example';
/** Resolves, and nothing listens there. */
const DOWN_HOST = 'down.example';
/** Images that no pod of the node needs. */
const STOCK = [
  'registry.example/tools/busybox:1.36',
  'registry.example/tools/debian:13',
  'registry.example/tools/netcheck:2.1',
  'registry.example/private/report:1.0',
];

export type RegistryAnswer =
  | { readonly kind: 'image'; readonly image: SimImage; readonly plan: PullPlan }
  | { readonly kind: 'fault'; readonly fault: PullFault };

/**
 * What the registry says to a pull: it has what the node's pods name and a few images more; a pod's own trouble with its
 * image is everybody's. Whatever is below private/, or is refused to a pod, wants a login.
 */
export function askRegistry(
  node: SimNode,
  name: string,
  auth: AuthConfig | undefined,
): RegistryAnswer {
  const { host, repository } = splitImage(name);
  if (host === DOWN_HOST) return fault('refused');
  if (host !== HOST) return fault('unknown-host');
  const plan = planOf(node, name);
  const refused = plan?.kind === 'fails' ? plan.fault : null;
  if (refused === 'unauthorized' || repository.startsWith('private/')) {
    const login = loginOf(auth);
    if (login !== 'good') return fault(login === 'none' ? 'unauthorized' : 'wrong-login');
  } else if (refused !== null) return fault(refused);
  const image = imageOf(node, name);
  if (image === null) return fault('not-found');
  return {
    kind: 'image',
    image,
    plan: plan?.kind === 'fails' ? { kind: 'present' } : (plan ?? { kind: 'present' }),
  };
}

function fault(what: PullFault): RegistryAnswer {
  return { kind: 'fault', fault: what };
}

function loginOf(auth: AuthConfig | undefined): 'none' | 'wrong' | 'good' {
  const { username = '', password = '', identityToken = '', registryToken = '' } = auth ?? {};
  if (username === '' && identityToken === '' && registryToken === '') return 'none';
  const isUser = username === REGISTRY_LOGIN.username && password === REGISTRY_LOGIN.password;
  const isToken = [identityToken, registryToken].includes(REGISTRY_LOGIN.token);
  return isUser || isToken ? 'good' : 'wrong';
}

function planOf(node: SimNode, name: string): PullPlan | undefined {
  const containers = [...node.pods.values()].flatMap((pod) => pod.plan.containers);
  return containers.find(({ image }) => image === name)?.pull;
}

/** By tag, or by the digest that the tag has. */
function imageOf({ pods, store }: SimNode, name: string): SimImage | null {
  const needed = [...pods.values()].flatMap((pod) => pod.plan.containers.map(({ image }) => image));
  const names = new Set([...store.images.keys(), ...needed, ...STOCK, FAULT_FACTS.pauseImage]);
  if (names.has(name)) return store.imageOf(name);
  if (!name.includes('@')) return null;
  const images = [...names].map((one) => store.imageOf(one));
  return images.find((image) => digestName(image) === name) ?? null;
}
