import { randomBytes } from 'node:crypto';
import type { Identity } from './token-table.ts';

/** One person's login. The id stays on the server's side of every log line. */
export interface LoginSession {
  readonly id: string;
  readonly identity: Identity;
  readonly startedAtMs: number;
}

export interface SessionStore {
  start(identity: Identity): LoginSession;
  /** The session if it lives; using it renews it. */
  use(id: string): LoginSession | null;
  end(id: string): void;
}

/** 1 h without a request or an open stream: the page was closed. */
const IDLE_MS = 60 * 60_000;
/** 12 h: a shift; then the token is asked for again. */
const MAX_AGE_MS = 12 * 60 * 60_000;
/** Sessions at once; the one that was unused longest gives way, so that a login loop cannot fill the memory. */
const MAX_SESSIONS = 256;

/** Keeps logins in memory: a restart ends them all. */
export function createSessionStore(now: () => number = Date.now): SessionStore {
  const sessions = new Map<string, LoginSession & { usedAtMs: number }>();
  const isDead = (session: { startedAtMs: number; usedAtMs: number }): boolean =>
    now() - session.usedAtMs > IDLE_MS || now() - session.startedAtMs > MAX_AGE_MS;
  return {
    start(identity) {
      for (const [id, session] of sessions) if (isDead(session)) sessions.delete(id);
      const longestUnused = sessions.keys().next().value;
      if (sessions.size >= MAX_SESSIONS && longestUnused !== undefined)
        sessions.delete(longestUnused);
      const id = randomBytes(32).toString('base64url');
      const session = { id, identity, startedAtMs: now(), usedAtMs: now() };
      sessions.set(id, session);
      return session;
    },
    use(id) {
      const session = sessions.get(id);
      if (session === undefined) return null;
      sessions.delete(id);
      if (isDead(session)) return null;
      session.usedAtMs = now();
      // Set again, so that the map's order is the order of use.
      sessions.set(id, session);
      return session;
    },
    end(id) {
      sessions.delete(id);
    },
  };
}
