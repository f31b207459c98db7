/** Why kubelet's answer cannot be had, in one plain clause without a full stop, and what a person can do. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError';
  readonly enable: string;

  constructor(reason: string, options: ErrorOptions & { readonly enable: string }) {
    super(reason, options);
    this.enable = options.enable;
  }
}

export const HOW_TO_ENABLE =
  'Start with --kubelet https://127.0.0.1:10250 and either --kubelet-token-file (a token that may get nodes/pods) or --kubelet-cert and --kubelet-key; or set readOnlyPort: 10255 in the kubelet configuration.';
const RIGHTS =
  'Give the credential the right "get" on "nodes/pods" (ClusterRole, API group ""), and "nodes/healthz" if you like.';

const TLS_CODES: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What a refused connection, a broken certificate or a cut answer means for a person. */
export function fromNetworkError(error: unknown, where: string): KubeletError {
  const code = codeOf(error);
  const options = { cause: error, enable: HOW_TO_ENABLE };
  if (code === 'ECONNREFUSED') {
    return new KubeletError(`nothing listens at ${where} (connection refused)`, options);
  }
  if (TLS_CODES.has(code)) {
    const enable = 'Give the CA that signed the serving certificate of kubelet with --kubelet-ca.';
    return new KubeletError(`the certificate at ${where} is not trusted (${code})`, {
      ...options,
      enable,
    });
  }
  const detail = code === '' ? String(error) : code;
  return new KubeletError(`the connection to ${where} failed (${detail})`, options);
}

/** What an answer other than 200 means for a person. */
export function fromStatus(status: number, where: string, hasCredential: boolean): KubeletError {
  if (status === 401 && !hasCredential) {
    return new KubeletError(`kubelet asks for a credential at ${where} (401)`, {
      enable: HOW_TO_ENABLE,
    });
  }
  if (status === 401) {
    const enable =
      'Check that the token or certificate is valid for this cluster; kubelet also answers 401 while the API server, which checks tokens, is away.';
    return new KubeletError(`kubelet does not accept the credential at ${where} (401)`, { enable });
  }
  if (status === 403) {
    return new KubeletError(`the credential may not read the pods at ${where} (403)`, {
      enable: RIGHTS,
    });
  }
  const enable =
    'Check that the address is that of kubelet: its ports are 10250 (https) and 10255 (http).';
  return new KubeletError(`${where} answered with status ${status}`, { enable });
}
