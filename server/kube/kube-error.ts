import type { HttpFailure } from '../lib/http-get.ts';

/** Why an answer of the API server cannot be had: a clause without a full stop, and what a person can do. */
export class KubeError extends Error {
  override readonly name = 'KubeError';
  readonly enable: string | null;
  readonly status: number | null;

  constructor(
    reason: string,
    options: ErrorOptions & { readonly enable?: string; readonly status?: number } = {},
  ) {
    super(reason, options);
    this.enable = options.enable ?? null;
    this.status = options.status ?? null;
  }
}

export const HOW_TO_ENABLE =
  'In a cluster run with a service account that has the rights of deploy/kubernetes/cri-triage.yaml; on the node give a kubeconfig with --kubeconfig (k3s: /etc/rancher/k3s/k3s.yaml).';

/** The verb and resource that a path asks for, as RBAC names them: "list pods", "get nodes". */
export type KubeRight = `${'list' | 'get'} ${string}`;

/** No answer at all. */
export function fromFailure(failure: HttpFailure): KubeError {
  const enable =
    failure.kind === 'untrusted'
      ? 'Name the authority of the API server in the kubeconfig (certificate-authority).'
      : undefined;
  return new KubeError(failure.message, { cause: failure, ...(enable ? { enable } : {}) });
}

/** An answer other than 200; the right that is missing is named. */
export function fromStatus(status: number, where: string, right: KubeRight): KubeError {
  if (status === 401) {
    const enable = 'Check that the token or certificate is of this cluster and has not expired.';
    return new KubeError(`the API server does not accept the credential at ${where} (401)`, {
      enable,
      status,
    });
  }
  if (status === 403) {
    const [verb = '', resource = ''] = right.split(' ');
    return new KubeError(`the credential may not ${right} (403)`, {
      enable: `Give it the right "${verb}" on "${resource}" (deploy/kubernetes/cri-triage.yaml has it).`,
      status,
    });
  }
  return new KubeError(`the API server answered ${where} with status ${status}`, { status });
}
