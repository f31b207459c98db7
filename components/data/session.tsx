'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from '../../server/contract/live.ts';
import {
  ALLOW_ROLE,
  type AllowKind,
  switchedOffSentence,
} from '../../server/contract/stream-words.ts';

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

const RANK: Readonly<Record<Session['role'], number>> = { viewer: 0, operator: 1, admin: 2 };

/** Why this person cannot do that here, in a sentence; null when it is allowed. The server judges again. */
function refusalOf(session: Session | null, kind: AllowKind): string | null {
  if (session === null) return 'Nobody is logged in.';
  if (!session.allowed.includes(kind)) return switchedOffSentence(kind);
  const role = ALLOW_ROLE[kind];
  if (RANK[session.role] >= RANK[role]) return null;
  return `Your role is ${session.role}; ${kind} needs the role ${role}.`;
}

/** As refusalOf, for who looks at this page. */
export function useRefusal(kind: AllowKind): string | null {
  return refusalOf(useContext(SessionContext), kind);
}
