'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from '../../server/contract/live.ts';
import {
  ALLOW_ROLE,
  type AllowKind,
  switchedOffSentence,
} from '../../server/contract/stream-words.ts';

const SessionContext = createContext<Session | null>(null);
const CaptureContext = createContext(false);

interface SessionProviderProps {
  readonly session: Session;
  /** What is shown was caught somewhere, some time ago. */
  readonly isCapture?: boolean;
  readonly children: ReactNode;
}

export function SessionProvider({ session, isCapture = false, children }: SessionProviderProps) {
  return (
    <CaptureContext value={isCapture}>
      <SessionContext value={session}>{children}</SessionContext>
    </CaptureContext>
  );
}

/** Whether there is no node behind the pages that one could act on. */
export function useIsCapture(): boolean {
  return useContext(CaptureContext);
}

/** No switch changes that. */
const IN_CAPTURE = 'This is a capture: the node itself is not reached from here.';
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
  const session = useContext(SessionContext);
  return useIsCapture() ? IN_CAPTURE : refusalOf(session, kind);
}
