import { isIP } from 'node:net';

export interface RuntimeAddress {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
}

/** What is taken for "this machine" where a runtime names every address. */
const ANY = new Set(['0.0.0.0', '::', '']);

/**
 * Where the runtime's streaming server waits: on loopback or at an address of this machine. The text comes from a
 * program that is trusted with the node, but a wrong configuration must not make us call into the network: anything else
 * is a sentence.
 */
export function parseRuntimeUrl(
  text: string,
  ownAddresses: ReadonlySet<string>,
): RuntimeAddress | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^(http|ws)s?:$/.test(url.protocol)) {
    return 'The runtime named no address that a stream can be opened at.';
  }
  const named = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const host = ANY.has(named) ? '127.0.0.1' : named;
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  if (!isLoopback(host) && !ownAddresses.has(host)) {
    return `The runtime names ${named} for its streaming server, which is no address of this machine; nothing is sent there.`;
  }
  url.protocol = isSecure ? 'wss:' : 'ws:';
  url.hostname = isIP(host) === 6 ? `[${host}]` : host;
  url.username = '';
  url.password = '';
  return { url, host, port: Number(url.port || (isSecure ? 443 : 80)) };
}

function isLoopback(host: string): boolean {
  const isLoopback4 = isIP(host) === 4 && host.startsWith('127.');
  return host === 'localhost' || host === '::1' || isLoopback4;
}
