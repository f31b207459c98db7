'use client';
import { CircleUser, Keyboard, LogOut, MonitorCog } from 'lucide-react';
import type { Session } from '../../server/contract/live.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { followSystemTheme } from './theme.ts';

/** Who is logged in and with which rights; the way out. */
export function UserMenu({ session, onHelp }: { session: Session; onHelp: () => void }) {
  const who = `${session.user} · ${session.role}`;
  return (
    <>
      <button
        type="button"
        className="user"
        popoverTarget="user-panel"
        aria-label={`Logged in as ${who}`}
      >
        <CircleUser aria-hidden />
        <span className="user-name muted">{who}</span>
      </button>
      <section id="user-panel" popover="auto" className="popover user-panel" aria-label="User">
        <p>
          <span className="strong">{session.user}</span>{' '}
          <span className="muted">{session.role}</span>
        </p>
        <p className="muted">
          {session.allowed.length === 0
            ? 'This node is read only: nothing that changes it is switched on.'
            : `Switched on here: ${session.allowed.join(', ')}.`}
        </p>
        <button
          type="button"
          className="menu-item needs-script"
          popoverTarget="user-panel"
          onClick={onHelp}
        >
          <Keyboard aria-hidden /> Keys
        </button>
        <button
          type="button"
          className="menu-item needs-script"
          popoverTarget="user-panel"
          onClick={followSystemTheme}
        >
          <MonitorCog aria-hidden /> Dark or light as the system
        </button>
        <form method="post" action={withBase(pagePaths.logout())}>
          <button type="submit" className="menu-item">
            <LogOut aria-hidden /> Log out
          </button>
        </form>
      </section>
    </>
  );
}
