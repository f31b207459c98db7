import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Role, Session } from '../contract/live.ts';
import { ALLOW_ROLE, type AllowKind } from '../contract/stream-words.ts';
import { readCookie, writeCookie } from './cookie.ts';
import { createHostCheck, type OwnOrigin } from './host-check.ts';
import { isFromOwnPage } from './origin-check.ts';
import { isAtLeast } from './role.ts';
import { createSessionStore } from './session-store.ts';
import { createTokenTable, type Identity, type TokenEntry } from './token-table.ts';

/** Somebody we know, and how they proved it. */
export interface Caller {
  readonly identity: Identity;
  readonly proof:
    | { readonly kind: 'bearer' }
    | { readonly kind: 'cookie'; readonly sessionId: string };
}

/** What a person wants to do: each is allowed or not by one function. */
export interface Action {
  readonly role: Role;
  /**
   * True for whatever changes something or streams: the Origin has to be ours. `exact`: for upgrades, where every browser
   * sends one, so that its absence is no excuse.
   */
  readonly needsOrigin: boolean | 'exact';
  /** The switch of --allow that has to be on; the role it needs is its own. */
  readonly feature?: AllowKind;
}

export type Refusal =
  | 'unauthorized'
  | 'forbidden'
  | 'wrong-token'
  | 'foreign-origin'
  | 'feature-disabled';

/** Who may do what: host, login, origin and role are judged here and nowhere else. */
export interface Gate {
  /** Our own origin in this request, null for a foreign Host. */
  ownOrigin(headers: IncomingHttpHeaders): OwnOrigin | null;
  /** The caller, if the request may do this; else why not. */
  authorise(request: IncomingMessage, own: OwnOrigin, action: Action): Caller | Refusal;
  /** Null when somebody we know may use what a switch guards; the same judgement as in authorise. */
  refusalOf(caller: Caller, feature: AllowKind): 'forbidden' | 'feature-disabled' | null;
  isFromOwnPage(request: IncomingMessage, own: OwnOrigin): boolean;
  /** A cookie for the token's owner; null for a wrong token. */
  logIn(token: string, own: OwnOrigin): { readonly setCookie: string } | null;
  /** Ends the caller's session and takes the cookie away. */
  logOut(request: IncomingMessage, own: OwnOrigin): { readonly setCookie: string };
  /** False once the caller's login has ended; asking renews it. */
  isAlive(caller: Caller): boolean;
  toSession(caller: Caller): Session;
}

export interface GateOptions {
  readonly tokens: readonly TokenEntry[];
  readonly allowHosts: readonly string[];
  readonly isTls: boolean;
  readonly basePath: string;
  /** Node and port: localhost shares its cookies among all ports, and several nodes are forwarded to it. */
  readonly cookieScope: string;
  /** What --allow switched on; nothing unless told. */
  readonly allow?: readonly AllowKind[];
  readonly now?: () => number;
}

/** Makes the one gate of a server. */
export function createGate(options: GateOptions): Gate {
  const tokens = createTokenTable(options.tokens);
  const sessions = createSessionStore(options.now);
  const cookieName = `cri-triage-${createHash('sha256').update(options.cookieScope).digest('hex').slice(0, 12)}`;
  const path = options.basePath === '' ? '/' : options.basePath;
  const sessionOf = (headers: IncomingHttpHeaders): Caller | null => {
    const id = readCookie(headers.cookie, cookieName);
    const session = id === null ? null : sessions.use(id);
    return session === null
      ? null
      : { identity: session.identity, proof: { kind: 'cookie', sessionId: session.id } };
  };
  const identify = (headers: IncomingHttpHeaders): Caller | Refusal => {
    if (headers.authorization === undefined) return sessionOf(headers) ?? 'unauthorized';
    const token = /^Bearer ([^\s]+)$/i.exec(headers.authorization)?.[1];
    const identity = token === undefined ? null : tokens.find(token);
    return identity === null ? 'wrong-token' : { identity, proof: { kind: 'bearer' } };
  };
  const allow = options.allow ?? [];
  const refusalOf: Gate['refusalOf'] = (caller, feature) => {
    if (!allow.includes(feature)) return 'feature-disabled';
    return isAtLeast(caller.identity.role, ALLOW_ROLE[feature]) ? null : 'forbidden';
  };
  return {
    refusalOf,
    ownOrigin: (
      (check) => (headers) =>
        check(headers.host)
    )(createHostCheck(options)),
    authorise(request, own, action) {
      const caller = identify(request.headers);
      if (typeof caller === 'string') return caller;
      const isBareBearer = caller.proof.kind === 'bearer' && request.headers.origin === undefined;
      if (!isBareBearer && !hasOrigin(request, own, action.needsOrigin)) return 'foreign-origin';
      if (!isAtLeast(caller.identity.role, action.role)) return 'forbidden';
      const refusal = action.feature === undefined ? null : refusalOf(caller, action.feature);
      return refusal ?? caller;
    },
    isFromOwnPage: (request, own) => isFromOwnPage(request.headers, own, request.method ?? 'GET'),
    logIn(token, own) {
      const identity = tokens.find(token);
      if (identity === null) return null;
      const session = sessions.start(identity);
      return { setCookie: writeCookie(cookieName, session.id, { path, isSecure: own.isSecure }) };
    },
    logOut(request, own) {
      const id = readCookie(request.headers.cookie, cookieName);
      if (id !== null) sessions.end(id);
      return {
        setCookie: writeCookie(cookieName, '', { path, isSecure: own.isSecure, isGone: true }),
      };
    },
    isAlive: (caller) =>
      caller.proof.kind === 'bearer' || sessions.use(caller.proof.sessionId) !== null,
    toSession: (caller) => ({
      user: caller.identity.name,
      role: caller.identity.role,
      allowed: [...allow],
    }),
  };
}

function hasOrigin(
  { headers, method }: IncomingMessage,
  own: OwnOrigin,
  needed: Action['needsOrigin'],
): boolean {
  if (needed === 'exact') return headers.origin === own.origin;
  return !needed || isFromOwnPage(headers, own, method ?? 'GET');
}
