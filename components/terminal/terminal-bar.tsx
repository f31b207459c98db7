'use client';
import { Accessibility, ClipboardPaste, Search, Square } from 'lucide-react';
import type { RefObject } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import type { TerminalState } from './terminal-state.ts';
import type { TerminalScreen } from './xterm-screen.ts';

const WORDS: Readonly<Record<TerminalState['phase'], string>> = {
  opening: 'Opening …',
  open: 'Open',
  lost: 'Connection lost, taking it up again …',
  ended: 'Ended',
};

interface TerminalBarProps {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly state: TerminalState;
  readonly screen: TerminalScreen | null;
  readonly isForReader: boolean;
  readonly onForReader: (isOn: boolean) => void;
  readonly onFind: () => void;
  readonly onEnd: () => void;
}

/** What runs, how it stands, and what can be done with it; Shift+Tab leads here out of the terminal. */
export function TerminalBar({ bar, state, screen, isForReader, ...on }: TerminalBarProps) {
  const paste = () => {
    navigator.clipboard.readText().then(
      (text) => {
        screen?.paste(text);
        screen?.focus();
      },
      // The browser asked, and the person said no.
      () => screen?.focus(),
    );
  };
  return (
    <div ref={bar} className="terminal-bar">
      <span className="terminal-state" role="status">
        <i className="log-dot" aria-hidden />
        {state.paused === null ? WORDS[state.phase] : 'Output paused'}
      </span>
      {state.command.length > 0 && (
        <code className="terminal-command">{state.command.join(' ')}</code>
      )}
      <span className="faint terminal-hint">Shift+Tab leaves the terminal</span>
      <button
        type="button"
        className="icon-button"
        aria-label="Search in the terminal"
        data-tip="Search (Ctrl Shift F)"
        disabled={screen === null}
        onClick={on.onFind}
      >
        <Search aria-hidden />
      </button>
      <CopyButton
        text={() => screen?.selection() || (screen?.allText() ?? '')}
        label="Copy what is marked, or all of it (Ctrl Shift C)"
      />
      <button
        type="button"
        className="icon-button"
        aria-label="Paste"
        data-tip="Paste (Ctrl Shift V)"
        disabled={state.phase !== 'open' || !canPaste()}
        onClick={paste}
      >
        <ClipboardPaste aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button toggle"
        aria-pressed={isForReader}
        aria-label="For screen readers"
        data-tip={`For screen readers: ${isForReader ? 'on' : 'off'}`}
        onClick={() => on.onForReader(!isForReader)}
      >
        <Accessibility aria-hidden />
      </button>
      <button
        type="button"
        className="button"
        disabled={state.phase === 'ended'}
        onClick={on.onEnd}
      >
        <Square aria-hidden /> End
      </button>
    </div>
  );
}

/** Over plain HTTP from another machine a page cannot read the clipboard; the keys still paste. */
const canPaste = () => typeof window !== 'undefined' && window.isSecureContext;
