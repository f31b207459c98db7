import { FileClock, FileX, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { StateLink } from '../data/state-link.tsx';
import { Picture } from '../ui/picture.tsx';
import { isFiltered, type LogState, type LogWish } from './log-state.ts';

interface LogNoneProps {
  readonly state: LogState;
  readonly wish: LogWish;
  /** The container's name. */
  readonly name: string;
}

/** Loading, empty, nothing found and not readable are pictures of their own, in the room of the lines. */
export function LogNone(props: LogNoneProps) {
  return <LogRoom>{pictureOf(props)}</LogRoom>;
}

/** The room of the lines: nothing around it moves when they come. */
export function LogRoom({ children }: { children: ReactNode }) {
  return <div className="log-frame log-none">{children}</div>;
}

function pictureOf({ state, wish, name }: LogNoneProps) {
  const { phase, failure } = state;
  if (phase === 'failed') return <Failed state={state} hasPattern={wish.q !== null} />;
  if (phase === 'loading' || phase === 'searching') {
    return (
      <Picture
        icon={FileClock}
        tone="info"
        title={phase === 'loading' ? 'Reading the log' : 'Searching'}
      >
        <p>It is read straight from the node’s files.</p>
      </Picture>
    );
  }
  if (failure === 'cancelled') {
    return (
      <Picture icon={SearchX} tone="idle" title="Cancelled">
        <p>No line was found until then.</p>
      </Picture>
    );
  }
  if (isFiltered(wish) || wish.since !== null) return <NoneFits wish={wish} name={name} />;
  return (
    <Picture icon={FileClock} tone="idle" title="Nothing written yet">
      <p>
        {name} has written no line{wish.attempt === null ? '' : ` in attempt ${wish.attempt}`}.
        {wish.mode === 'follow' && ' New ones appear here.'}
      </p>
    </Picture>
  );
}

interface FailedProps {
  readonly state: LogState;
  readonly hasPattern: boolean;
}

function Failed({ state: { failure, sentence }, hasPattern }: FailedProps) {
  return (
    <Picture icon={FileX} tone="fail" title={titleOf(failure, hasPattern)}>
      <p>{sentence}</p>
      {failure === 'refused' && hasPattern && (
        <p>
          In a pattern a backslash before a character takes it as it is: <code>\(</code>.
        </p>
      )}
    </Picture>
  );
}

function titleOf(failure: LogState['failure'], hasPattern: boolean): string {
  if (failure === 'refused') {
    return hasPattern ? 'This pattern is not understood' : 'This link is not understood';
  }
  return failure === 'broken' ? 'It broke off' : 'This log cannot be read';
}

function NoneFits({ wish, name }: { wish: LogWish; name: string }) {
  const all = { q: null, invert: null, stream: null, level: null, since: null };
  return (
    <Picture icon={SearchX} tone="idle" title="No line fits">
      <p>
        {name} has no line that fits {isFiltered(wish) ? 'these filters' : 'this time'}
        {isFiltered(wish) && wish.since !== null && ' and this time'}.
        {wish.mode === 'follow' && ' New ones that fit appear here.'}
      </p>
      <p>
        <StateLink className="link" change={all}>
          Show all lines
        </StateLink>
      </p>
    </Picture>
  );
}
