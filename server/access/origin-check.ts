import type { IncomingHttpHeaders } from 'node:http';
import type { OwnOrigin } from './host-check.ts';

/**
 * True when a request that changes or streams was made by our own page. Behind a port-forward every other local port
 * is same-site, so the cookie proves nothing; only the exact Origin does, port included (Dozzle and others had their
 * sockets opened by foreign pages). A browser leaves Origin out of a same-origin GET (EventSource): then
 * Sec-Fetch-Site has to say so, or, over plain HTTP where browsers do not send that, the Referer.
 */
export function isFromOwnPage(
  headers: IncomingHttpHeaders,
  own: OwnOrigin,
  method: string,
): boolean {
  if (headers.origin !== undefined) return headers.origin === own.origin;
  if (method !== 'GET') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.referer?.startsWith(`${own.origin}/`) === true;
}
