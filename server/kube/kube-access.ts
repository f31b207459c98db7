import type { GetOptions } from '../lib/http-get.ts';
import { KubeError } from './kube-error.ts';

/** Where the API server is, how it is verified, and what we show it. */
export interface KubeAccess {
  readonly server: URL;
  readonly headers: GetOptions['headers'];
  readonly tls: GetOptions['tls'];
}

/** A way to the API server; read anew for each question, because tokens and certificates are rotated in their files. */
export interface KubeAccessReader {
  /** Rejects with KubeError when a file cannot be read or makes no sense. */
  read(): Promise<KubeAccess>;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The address, refused where a credential would go unencrypted or unverified over the network: plain http and unverified
 * certificates are for loopback alone, and plain http carries no credential at all.
 */
export function guarded(access: KubeAccess): KubeAccess {
  const { server, tls } = access;
  const isLoopback = LOOPBACK_HOSTS.has(server.hostname);
  if (server.protocol === 'http:' && isLoopback) return { server, headers: {}, tls: {} };
  if (server.protocol !== 'https:') {
    throw new KubeError(`${server.host} is not asked over ${server.protocol}//`, {
      enable: 'Use an https address; plain http is for loopback alone.',
    });
  }
  if (tls.rejectUnauthorized === false && !isLoopback) {
    throw new KubeError(`the certificate of ${server.host} would not be verified`, {
      enable: 'Name its authority in the kubeconfig instead of insecure-skip-tls-verify.',
    });
  }
  return access;
}
