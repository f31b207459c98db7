import { randomBytes } from 'node:crypto';
import type { RequestUrl } from '../access/request-url.ts';
import type { Session } from '../contract/live.ts';

/** What a capability opens: the first view of one page, as one person may see it. */
export interface Grant {
  readonly url: RequestUrl;
  readonly session: Session;
}

/** One-time keys from the server to its renderer. */
export interface Capabilities {
  mint(grant: Grant): string;
  /** The grant, once; null for an unknown, used or expired key. */
  take(key: string | undefined): Grant | null;
}

/** 10 s: a cold renderer takes two to ask. */
const LIFETIME_MS = 10_000;
/** Far above what ten viewers open at once; the oldest gives way. */
const MAX_OPEN = 256;

/**
 * The renderer holds no token and no cookie: it can ask for nothing but the page that it was just handed, so whoever
 * takes it over sees what is being looked at and no more.
 */
export function createCapabilities(now: () => number = Date.now): Capabilities {
  const open = new Map<string, { readonly grant: Grant; readonly expiresAtMs: number }>();
  return {
    mint(grant) {
      for (const [key, { expiresAtMs }] of open) {
        if (expiresAtMs > now() && open.size < MAX_OPEN) break;
        open.delete(key);
      }
      const key = randomBytes(32).toString('base64url');
      open.set(key, { grant, expiresAtMs: now() + LIFETIME_MS });
      return key;
    },
    take(key) {
      const found = key === undefined ? undefined : open.get(key);
      if (key === undefined || found === undefined) return null;
      open.delete(key);
      return found.expiresAtMs > now() ? found.grant : null;
    },
  };
}
