import { readFile } from 'node:fs/promises';
import type { GetOptions } from '../lib/http-get.ts';
import { KubeletError } from './kubelet-error.ts';

/** Where kubelet is and what we show it; everything null means: try the read-only port. */
export interface KubeletAccess {
  readonly url: string | null;
  readonly tokenFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
  readonly caFile: string | null;
}

export const READ_ONLY_URL = 'http://127.0.0.1:10255';
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface Credential {
  readonly headers: GetOptions['headers'];
  readonly tls: GetOptions['tls'];
  readonly hasCredential: boolean;
  /** A sentence to show where the other end is not verified, else null. */
  readonly warning: string | null;
}

function isLoopback(url: URL): boolean {
  return LOOPBACK_HOSTS.has(url.hostname);
}

async function readGiven(path: string | null, flag: string): Promise<Buffer | null> {
  if (path === null) return null;
  try {
    return await readFile(path);
  } catch (error) {
    const reason = `the file of ${flag} cannot be read (${path})`;
    const enable = `Check the path and the rights of ${flag}.`;
    throw new KubeletError(reason, { cause: error, enable });
  }
}

/** How the serving certificate of kubelet is checked: against the CA; else not at all, and only on this very node. */
function serverCheck(url: URL, ca: Buffer | null): Pick<Credential, 'tls' | 'warning'> {
  if (url.protocol !== 'https:') return { tls: {}, warning: null };
  if (ca !== null) {
    // The certificate names the node, not 127.0.0.1: on loopback the chain decides alone.
    const names = isLoopback(url) ? { checkServerIdentity: () => undefined } : {};
    return { tls: { ca, rejectUnauthorized: true, ...names }, warning: null };
  }
  if (!isLoopback(url)) {
    throw new KubeletError(
      `${url.host} is not on loopback and no CA is given to check its certificate`,
      {
        enable:
          'Give the CA that signed the serving certificate of kubelet with --kubelet-ca, or use https://127.0.0.1:10250.',
      },
    );
  }
  return {
    tls: { rejectUnauthorized: false },
    warning:
      'Its serving certificate is not verified (no --kubelet-ca; accepted on loopback only).',
  };
}

/**
 * The credential for one request, read anew each time because tokens and certificates are rotated in their files. Throws
 * KubeletError when a file cannot be read, or when a token would go unencrypted or unverified to another machine.
 */
export async function readCredential(access: KubeletAccess, url: URL): Promise<Credential> {
  const [token, cert, key, ca] = await Promise.all([
    readGiven(access.tokenFile, '--kubelet-token-file'),
    readGiven(access.certFile, '--kubelet-cert'),
    readGiven(access.keyFile, '--kubelet-key'),
    readGiven(access.caFile, '--kubelet-ca'),
  ]);
  const { tls, warning } = serverCheck(url, ca);
  // The read-only port wants no credential: none is shown where it would travel in the clear.
  const isSecure = url.protocol === 'https:';
  const bearer = isSecure && token !== null ? token.toString('utf8').trim() : null;
  const hasCredential = isSecure && (bearer !== null || cert !== null);
  return {
    headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
    tls: { ...tls, ...(isSecure && cert !== null && key !== null ? { cert, key } : {}) },
    hasCredential,
    warning,
  };
}
