'use client';
import type { ReactNode } from 'react';
import type { Session } from '../../server/contract/live.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { DataProvider } from '../data/data-provider.tsx';
import { SessionProvider } from '../data/session.tsx';
import { ClockProvider } from '../ui/clock.tsx';
import { Frame } from './frame.tsx';
import type { NavItem } from './nav.ts';

interface ShellProps {
  readonly nav: readonly NavItem[];
  readonly session: Session;
  readonly firstNode: NodeStatus;
  /** The server's clock when it made the first view. */
  readonly now: string;
  readonly children: ReactNode;
}

/** What all pages share: one cache, one clock, one stream, one frame. */
export function Shell({ nav, session, firstNode, now, children }: ShellProps) {
  const { capture } = firstNode;
  return (
    <DataProvider>
      <ClockProvider
        firstMs={Date.parse(capture === undefined ? now : firstNode.asOf)}
        isStopped={capture !== undefined}
      >
        <SessionProvider session={session} isCapture={capture !== undefined}>
          <Frame nav={nav} session={session} firstNode={firstNode}>
            {children}
          </Frame>
        </SessionProvider>
      </ClockProvider>
    </DataProvider>
  );
}
