'use client';
import { formatBytes } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import type { LogController } from './log-controller.ts';
import type { LogState } from './log-state.ts';
import { countLines } from './log-text.ts';
import { clockOf } from './moment.ts';

const WORDS: Readonly<Record<LogState['phase'], string>> = {
  loading: 'Reading the log …',
  following: 'Following',
  lost: 'Connection lost, trying again …',
  polling: 'Following by asking every 2 s: no WebSocket comes through here',
  ended: 'Ended',
  searching: 'Searching …',
  shown: '',
  failed: 'Not read',
};

/** How the text comes, in one line that is always there. */
export function LogStatus({
  state,
  controller,
}: {
  state: LogState;
  controller: LogController | null;
}) {
  const { phase, text, sentence, progress, failure } = state;
  const lines = countLines(text);
  return (
    <div className="log-status" data-phase={phase}>
      <span role="status" className="log-status-words">
        <i className="log-dot" aria-hidden />
        {sentence ?? WORDS[phase]}
      </span>
      {progress !== null && (
        <SearchProgress progress={progress} isRunning={phase === 'searching'} />
      )}
      {phase === 'searching' && (
        <button type="button" className="button" onClick={() => controller?.cancel()}>
          Cancel
        </button>
      )}
      {(phase === 'lost' || phase === 'ended' || phase === 'failed') && failure !== 'refused' && (
        <button type="button" className="button" onClick={() => controller?.retry()}>
          {phase === 'lost' ? 'Try now' : 'Again'}
        </button>
      )}
      <span className="log-count muted num">
        {lines.toLocaleString('en')} {lines === 1 ? 'line' : 'lines'} here
        {text.cutBefore > 0 && `, ${text.cutBefore.toLocaleString('en')} older ones gave way`}
        {text.cutAfter > 0 && `, ${text.cutAfter.toLocaleString('en')} newer ones gave way`}
      </span>
    </div>
  );
}

interface SearchProgressProps {
  readonly progress: NonNullable<LogState['progress']>;
  readonly isRunning: boolean;
}

function SearchProgress({ progress, isRunning }: SearchProgressProps) {
  const { readBytes, totalBytes, matches, reached } = progress;
  return (
    <span className="log-progress muted">
      {isRunning && <ProgressBar label="Search" done={readBytes} total={totalBytes} tone="info" />}
      <span className="num">
        {matches.toLocaleString('en')} found in {formatBytes(readBytes)} of{' '}
        {formatBytes(totalBytes)}
        {reached !== null && `, back to ${clockOf(reached).slice(0, 8)}`}
      </span>
    </span>
  );
}
