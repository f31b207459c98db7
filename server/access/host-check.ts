/** Answers at any port: a port-forward maps ours to any other. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What we are called in this request, if we answer to it. */
export interface OwnOrigin {
  /** scheme://host[:port], as a browser writes it. */
  readonly origin: string;
  readonly isSecure: boolean;
}

/**
 * Judges the Host header against DNS rebinding: a foreign name that resolves to us gets null (421). The answer is the
 * origin that this request has to come from.
 */
export function createHostCheck(options: {
  readonly allowHosts: readonly string[];
  readonly isTls: boolean;
}): (host: string | undefined) => OwnOrigin | null {
  const allowed = options.allowHosts.map(toAllowed);
  const ownScheme = options.isTls ? 'https' : 'http';
  return (host) => {
    const lower = host?.toLowerCase();
    const match =
      lower === undefined ? null : /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(:\d{1,5})?$/.exec(lower);
    const name = match?.[1];
    if (lower === undefined || name === undefined) return null;
    const entry = allowed.find((one) => one.host === lower || one.host === name);
    if (entry === undefined && !LOOPBACK_NAMES.has(name)) return null;
    const scheme = entry?.scheme ?? ownScheme;
    return { origin: toOrigin(scheme, name, match?.[2] ?? ''), isSecure: scheme === 'https' };
  };
}

function toAllowed(text: string): { readonly scheme: string | null; readonly host: string } {
  const [, scheme, host] = /^(?:(https?):\/\/)?(.+)$/.exec(text) ?? [];
  return { scheme: scheme ?? null, host: host ?? text };
}

/** Browsers leave a scheme's usual port out of Origin; some clients write it into Host. */
function toOrigin(scheme: string, name: string, port: string): string {
  const isUsual = (scheme === 'http' && port === ':80') || (scheme === 'https' && port === ':443');
  return `${scheme}://${name}${isUsual ? '' : port}`;
}
