import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** What every answer bears, whatever it is. No CORS header ever: only our own pages read us in a browser. */
const COMMON: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** Sets the headers that every answer bears; a handler may narrow the caching of assets. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(COMMON)) response.setHeader(name, value);
}

/**
 * Pages send their Referer to ourselves only: it is what tells our own EventSource from a foreign one over plain HTTP,
 * and with no-referrer a form's Origin would be "null".
 */
export const PAGE_REFERRER_POLICY = 'same-origin';

/** A fresh nonce for one page. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The policy of a page: scripts of our own files or with the nonce. Inline styles are needed by the charts. */
export function pagePolicy(nonce: string, options: { readonly isDev: boolean }): string {
  // In development React rebuilds error stacks with eval.
  const evalWord = options.isDev ? " 'unsafe-eval'" : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${evalWord}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
