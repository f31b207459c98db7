import type { Probe, ProbeOptions, ProbeRequest } from '../../server/contract/probe.ts';
import type { PullPolicy } from '../../server/contract/probe-words.ts';
import { joinCommand, splitCommand } from '../data/split-command.ts';
import type { Beside, ProbeWish } from '../data/use-probes.ts';

/** A form, or the two configurations as crictl takes them. */
export type Way = 'form' | 'files';

export const SIGN_INS = ['nothing', 'password', 'identity-token', 'registry-token'] as const;
export type SignIn = (typeof SIGN_INS)[number];

/** What stands in the fields, as it was typed. */
export interface ProbeForm {
  readonly image: string;
  readonly runtimeHandler: string;
  readonly hostNetwork: boolean;
  readonly command: string;
  readonly args: string;
  readonly pullPolicy: PullPolicy;
  readonly signIn: SignIn;
  readonly username: string;
  /** Password or token. */
  readonly secret: string;
  readonly sandboxText: string;
  readonly containerText: string;
}

/** The fields as the server would have them. The image that it would choose itself is not named, but told. */
export function toForm({ request, images }: ProbeOptions): ProbeForm {
  const isChosen = request.pod === null && !images.some(({ ref }) => ref === request.image);
  return {
    image: isChosen ? '' : (request.image ?? ''),
    runtimeHandler: request.runtimeHandler,
    hostNetwork: request.hostNetwork,
    command: joinCommand(request.command),
    args: joinCommand(request.args),
    pullPolicy: request.pullPolicy,
    ...NO_CREDENTIALS,
    sandboxText: toText(request.sandboxConfig),
    containerText: toText(request.containerConfig),
  };
}

const NO_CREDENTIALS = { signIn: 'nothing', username: '', secret: '' } as const;

/** Whoever goes back to the form finds it as it was, but for what is to be forgotten. */
export function withoutCredentials(form: ProbeForm): ProbeForm {
  return { ...form, ...NO_CREDENTIALS };
}

/** Whether the server offers configurations, so that the form begins with them. */
export function wayOf(request: ProbeRequest): Way {
  return request.sandboxConfig === null && request.containerConfig === null ? 'form' : 'files';
}

function toText(config: ProbeRequest['sandboxConfig']): string {
  if (config === null) return '';
  return typeof config === 'string' ? config : JSON.stringify(config, null, 2);
}

interface Choice {
  readonly way: Way;
  readonly mode: Probe['mode'];
  readonly beside: Beside | null;
}

/** What is asked of the server: of the two ways only the one that is looked at. */
export function toWish(form: ProbeForm, { way, mode, beside }: Choice): ProbeWish {
  const common = {
    mode,
    runtimeHandler: form.runtimeHandler,
    pullPolicy: form.pullPolicy,
    auth: toAuth(form),
    pod: beside === null ? null : { ...beside.pod, container: beside.container },
  };
  if (way === 'files') {
    return {
      ...common,
      sandboxConfig: form.sandboxText.trim() === '' ? null : form.sandboxText,
      containerConfig: form.containerText.trim() === '' ? null : form.containerText,
    };
  }
  return {
    ...common,
    image: form.image.trim() === '' ? null : form.image.trim(),
    hostNetwork: form.hostNetwork,
    command: [...splitCommand(form.command)],
    args: [...splitCommand(form.args)],
  };
}

function toAuth({ signIn, username, secret }: ProbeForm): ProbeWish['auth'] {
  switch (signIn) {
    case 'nothing':
      return null;
    case 'password':
      return { username, password: secret };
    case 'identity-token':
      return { identityToken: secret };
    case 'registry-token':
      return { registryToken: secret };
  }
}

/** The pod that an address names as ?pod=namespace/name&uid=&container=; null where it names none. */
export function besideOf(get: (key: string) => string | null): Beside | null {
  const [namespace = '', name = ''] = (get('pod') ?? '').split('/');
  if (namespace === '' || name === '') return null;
  return { pod: { namespace, name, uid: get('uid') }, container: get('container') };
}
