'use client';
import { END_SENTENCES } from '../../server/contract/stream-words.ts';
import type { StreamEnd } from '../../server/contract/ticket.ts';
import { useClockValue } from '../ui/clock.tsx';
import { StreamChecks } from './stream-checks.tsx';
import type { TerminalState } from './terminal-state.ts';

interface TerminalNoteProps {
  readonly state: TerminalState;
  readonly onRetry: () => void;
  readonly onAgain: () => void;
}

/** What is to be told under the terminal: that it is recorded, waits, was lost, or how it ended. */
export function TerminalNote({ state, onRetry, onAgain }: TerminalNoteProps) {
  switch (state.phase) {
    case 'opening':
    case 'open':
      return (
        <p className="terminal-note muted" data-tone={state.paused === null ? undefined : 'run'}>
          {state.paused ??
            'Recorded in the audit log: who, when, where, which command, how many bytes.'}
        </p>
      );
    case 'lost':
      return <Lost state={state} onRetry={onRetry} />;
    case 'ended':
      return (
        <div className="terminal-note" data-tone={toneOf(state)} role="status">
          <p>
            <b>{state.end === null ? state.problem : sentenceOf(state.end)}</b>{' '}
            <button type="button" className="button" onClick={onAgain}>
              Open again
            </button>
          </p>
          {state.end?.leftBehind != null && <p className="tone-fail">{state.end.leftBehind}</p>}
          {state.end !== null && <StreamChecks checks={state.end.nextChecks} />}
        </div>
      );
  }
}

function Lost({ state, onRetry }: { state: TerminalState; onRetry: () => void }) {
  // The time it is given is one of this browser, not of the node.
  const seconds = useClockValue(() =>
    Math.max(0, Math.ceil(((state.givenUpAtMs ?? 0) - Date.now()) / 1_000)),
  );
  return (
    <div className="terminal-note" data-tone="run" role="status">
      <p>
        <b>The connection is lost.</b> The program goes on and its output is kept for {seconds} s.{' '}
        <button type="button" className="button" onClick={onRetry}>
          Try now
        </button>
      </p>
    </div>
  );
}

/** Why a stream ended, as a sentence. */
function sentenceOf({ reason, detail, exitCode }: StreamEnd): string {
  const code = reason === 'exited' && exitCode !== null ? ` Exit code ${exitCode}.` : '';
  return `${END_SENTENCES[reason]}${code}${detail === null ? '' : ` ${detail}`}`;
}

function toneOf({ end }: TerminalState): 'fail' | undefined {
  const isCalm = end !== null && (end.reason === 'exited' || end.reason === 'closed-by-you');
  return isCalm && end.leftBehind === null ? undefined : 'fail';
}
