'use client';
import { useEffect, useRef, useState } from 'react';
import { holdPage } from '../data/page-hold.ts';
import { useRememberedSwitch } from '../data/remembered.ts';
import type { StreamRequest } from '../data/stream-socket.ts';
import { LoginNote } from './login-note.tsx';
import { TerminalBar } from './terminal-bar.tsx';
import { TerminalFind } from './terminal-find.tsx';
import { TerminalNote } from './terminal-note.tsx';
import { useTerminal } from './use-terminal.ts';

interface TerminalViewProps {
  readonly request: StreamRequest;
  readonly label: string;
  /** A session of the page before it was loaded anew is taken up by the first one only. */
  readonly isFirst: boolean;
  readonly onAgain: () => void;
}

/** A terminal with what belongs to it: what runs there, search, how it ended. */
export function TerminalView({ request, label, isFirst, onAgain }: TerminalViewProps) {
  const [isFinding, setFinding] = useState(false);
  const [isForReader, setForReader] = useRememberedSwitch('screen-reader', false);
  const bar = useRef<HTMLDivElement>(null);
  const terminal = useTerminal(request, isFirst, () => setFinding(true));
  const { screen, state, link } = terminal;
  // Its text is nowhere else.
  useEffect(holdPage, []);
  useEffect(() => screen?.setScreenReader(isForReader), [screen, isForReader]);
  const isLive = state.phase === 'open';
  useEffect(() => screen?.setLive(isLive), [screen, isLive]);
  useEffect(() => screen?.setPlain(!state.tty), [screen, state.tty]);
  const closeFind = () => {
    setFinding(false);
    screen?.endFind();
    screen?.focus();
  };
  return (
    <section className="terminal-card card" aria-label={label} data-phase={state.phase}>
      <TerminalBar
        bar={bar}
        state={state}
        screen={screen}
        isForReader={isForReader}
        onForReader={setForReader}
        onFind={() => setFinding(true)}
        onEnd={() => link?.end()}
      />
      <div className="terminal-frame">
        <div ref={terminal.host} className="terminal-host" />
        {isFinding && screen !== null && <TerminalFind screen={screen} onClose={closeFind} />}
      </div>
      <TerminalNote state={state} onRetry={() => link?.retry()} onAgain={onAgain} />
      <LoginNote />
    </section>
  );
}
