import type { IncomingHttpHeaders } from 'node:http';
import { readCookie } from '../access/cookie.ts';
import { CAPABILITY_HEADER } from '../contract/paths.ts';
import { pagePolicy } from '../http/security-headers.ts';

export type SentHeaders = Record<string, string | string[]>;

/** What the renderer may know of a request. Next steers itself by headers, so the list is closed, not open. */
const TO_RENDERER = [
  'accept',
  'accept-language',
  'host',
  'if-modified-since',
  'if-none-match',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-router-state-tree',
  'next-url',
  'range',
  'rsc',
  'user-agent',
] as const;

/** What the browser may see of the renderer's answer. It sets no cookie and no policy. */
const FROM_RENDERER = [
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'vary',
  'x-nextjs-prerender',
  'x-nextjs-postponed',
  'x-nextjs-stale-time',
] as const;

/** The one cookie that changes how a page looks. */
const THEME_COOKIE = 'theme';

/** Headers for the renderer: no token, no session; the policy is sent along, since Next takes its nonce from there. */
export function toRendererHeaders(
  headers: IncomingHttpHeaders,
  page: {
    readonly nonce: string;
    readonly capability: string | null;
    readonly isDev: boolean;
    readonly gzip: boolean;
  },
): SentHeaders {
  const sent: SentHeaders = {};
  for (const name of TO_RENDERER) {
    const value = headers[name];
    if (value !== undefined) sent[name] = value;
  }
  const theme = readCookie(headers.cookie, THEME_COOKIE);
  if (theme === 'dark' || theme === 'light') sent['cookie'] = `${THEME_COOKIE}=${theme}`;
  if (page.gzip) sent['accept-encoding'] = 'gzip';
  if (page.capability !== null) sent[CAPABILITY_HEADER] = page.capability;
  sent['content-security-policy'] = pagePolicy(page.nonce, page);
  sent['x-nonce'] = page.nonce;
  return sent;
}

/** Headers for the browser from the renderer's answer. */
export function toBrowserHeaders(
  headers: IncomingHttpHeaders,
  isHashedAsset: boolean,
): SentHeaders {
  const sent: SentHeaders = {};
  for (const name of FROM_RENDERER) {
    const value = headers[name];
    if (value !== undefined) sent[name] = value;
  }
  // Assets whose name is their hash never change; pages are as of now.
  const caching = headers['cache-control'];
  if (isHashedAsset && caching !== undefined)
    sent['cache-control'] = caching.replace('public', 'private');
  if (isOwnPath(headers.location)) sent['location'] = headers.location;
  return sent;
}

function isOwnPath(location: string | undefined): location is string {
  return location !== undefined && /^\/(?!\/)[!-[\]-~]*$/.test(location);
}
