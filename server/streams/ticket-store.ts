import { randomBytes } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import type { TicketRequest } from '../contract/ticket.ts';

/** 30 s: the browser opens its stream at once; a slow network is given time. */
const TICKET_MS = 30_000;
/** Tickets that wait to be used; the oldest gives way. */
const MAX_WAITING = 512;

interface Waiting {
  readonly owner: string;
  readonly request: TicketRequest;
  readonly expiresAtMs: number;
}

/** One-time tickets for streams. */
export interface TicketStore {
  /** A ticket that its owner alone can use, once, for this request. */
  issue(
    caller: Caller,
    request: TicketRequest,
  ): { readonly ticket: string; readonly expiresAtMs: number };
  /** The request, and the ticket is used up; null for one that is unknown, used, late or somebody else's. */
  redeem(caller: Caller, ticket: string): TicketRequest | null;
}

/** Whose it is: one login, or the bearer of one token. Another login of the same person is another owner. */
export function ownerOf({ identity, proof }: Caller): string {
  return proof.kind === 'cookie'
    ? `session ${proof.sessionId}`
    : `bearer ${identity.role} ${identity.name}`;
}

/** Keeps tickets in memory. */
export function createTicketStore(nowMs: () => number = Date.now): TicketStore {
  const waiting = new Map<string, Waiting>();
  return {
    issue(caller, request) {
      for (const [ticket, { expiresAtMs }] of waiting) {
        if (expiresAtMs > nowMs() && waiting.size < MAX_WAITING) break;
        waiting.delete(ticket);
      }
      const ticket = randomBytes(32).toString('base64url');
      const expiresAtMs = nowMs() + TICKET_MS;
      waiting.set(ticket, { owner: ownerOf(caller), request, expiresAtMs });
      return { ticket, expiresAtMs };
    },
    redeem(caller, ticket) {
      const found = waiting.get(ticket);
      if (found === undefined) return null;
      // Used up by whoever shows it: one that leaked is worth nothing afterwards.
      waiting.delete(ticket);
      const isGood = found.owner === ownerOf(caller) && found.expiresAtMs > nowMs();
      return isGood ? found.request : null;
    },
  };
}
