import type { HttpFailure } from '../lib/http-get.ts';

/** Why an answer of kubelet cannot be had, in one plain clause without a full stop, and what a person can do. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError';
  readonly enable: string;
  /** `absent`: this port never serves it; `refused-port`: nothing listens. */
  readonly kind: 'absent' | 'refused-port' | 'hangs' | 'right' | 'other';

  constructor(
    reason: string,
    options: ErrorOptions & { readonly enable: string; readonly kind?: KubeletError['kind'] },
  ) {
    super(reason, options);
    this.enable = options.enable;
    this.kind = options.kind ?? 'other';
  }
}

/** The fine-grained right that a path asks for; nodes/proxy, which would be exec in every container, is none of them. */
export type KubeletRight =
  | 'nodes/pods'
  | 'nodes/healthz'
  | 'nodes/configz'
  | 'nodes/metrics'
  | 'nodes/stats';

export const HOW_TO_ENABLE =
  'Start with --kubelet https://127.0.0.1:10250 and either --kubelet-token-file (a token that may get nodes/pods) or --kubelet-cert and --kubelet-key; or set readOnlyPort: 10255 in the kubelet configuration; or, from Kubernetes 1.36 on, its feature gate PodsAPI: root may ask that socket without a credential.';
/** Rights that kubelet learnt late; the others are as old as its authorisation. */
const FINE_GRAINED: ReadonlySet<KubeletRight> = new Set([
  'nodes/pods',
  'nodes/healthz',
  'nodes/configz',
]);
const HANGS = 'kubelet hangs or is overloaded: see its log.';

/** What a refused connection, a broken certificate or a missing answer means for a person. */
export function fromFailure(failure: HttpFailure): KubeletError {
  const options = { cause: failure };
  switch (failure.kind) {
    case 'untrusted':
      return new KubeletError(failure.message, {
        ...options,
        enable: 'Give the CA that signed the serving certificate of kubelet with --kubelet-ca.',
      });
    case 'timeout':
      return new KubeletError(failure.message, { ...options, enable: HANGS, kind: 'hangs' });
    case 'refused':
      return new KubeletError(failure.message, {
        ...options,
        enable: HOW_TO_ENABLE,
        kind: 'refused-port',
      });
    default:
      return new KubeletError(failure.message, { ...options, enable: HOW_TO_ENABLE });
  }
}

/** What is asked for, for the sentences about it. */
export interface Asked {
  /** host:port/path. */
  readonly where: string;
  readonly right: KubeletRight;
  readonly hasCredential: boolean;
}

/** What an answer other than 200 means for a person; the right that is missing is named. */
export function fromStatus(status: number, { where, right, hasCredential }: Asked): KubeletError {
  if (status === 401 && !hasCredential) {
    return new KubeletError(`kubelet asks for a credential at ${where} (401)`, {
      enable: HOW_TO_ENABLE.replace('nodes/pods', right),
      kind: 'right',
    });
  }
  if (status === 401) {
    const enable =
      'Check that the token or certificate is valid for this cluster; kubelet also answers 401 while the API server, which checks tokens, is away.';
    return new KubeletError(`kubelet does not accept the credential at ${where} (401)`, {
      enable,
      kind: 'right',
    });
  }
  if (status === 403) {
    return new KubeletError(`the credential may not read ${where} (403), it lacks ${right}`, {
      enable: `Give the credential the right "get" on "${right}" (ClusterRole, API group "").${FINE_GRAINED.has(right) ? ' Kubelets before 1.33 know it only with the feature gate KubeletFineGrainedAuthz.' : ''}`,
      kind: 'right',
    });
  }
  const enable =
    'Check that the address is that of kubelet: its ports are 10250 (https) and 10255 (http).';
  const isAbsent = status === 404 || status === 405;
  return new KubeletError(`${where} answered with status ${status}`, {
    enable,
    kind: isAbsent ? 'absent' : 'other',
  });
}
