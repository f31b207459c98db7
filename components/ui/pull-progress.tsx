'use client';
import type { ReactNode } from 'react';
import { formatBytes, formatDuration, utcClock } from './format.ts';
import { type Layer, LayerList } from './layer-list.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Ago } from './time.tsx';

type Phase = 'queued' | 'resolving' | 'downloading' | 'unpacking' | 'unseen';

interface Progress {
  readonly phase: Phase;
  readonly doneBytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
  readonly stalledSince: string | null;
  readonly layers: readonly Layer[];
  readonly layersDropped: number;
}

const PHASES: readonly Phase[] = ['queued', 'resolving', 'downloading', 'unpacking'];

const PHASE_WORD: Readonly<Record<Phase, string>> = {
  queued: 'waits its turn',
  resolving: 'asking the registry what the name means',
  downloading: 'the layers come from the registry',
  unpacking: 'unpacking what is downloaded',
  unseen: 'nothing written yet, or this runtime does not tell bytes',
};

/** How far the loading of an image is: its phase, the sum, and each layer; `children` say what it waits behind. */
export function PullProgress({ progress, children }: { progress: Progress; children?: ReactNode }) {
  const isStalled = progress.stalledSince !== null;
  return (
    <>
      <Phases phase={progress.phase} />
      {children}
      {progress.phase !== 'queued' && progress.phase !== 'unseen' && (
        <>
          <div className="progress-sum">
            <ProgressBar
              label="Whole image"
              done={progress.doneBytes}
              total={progress.totalBytes}
              tone={isStalled ? 'run' : 'info'}
            />
            <Figures progress={progress} />
          </div>
          <LayerList layers={progress.layers} dropped={progress.layersDropped} />
        </>
      )}
    </>
  );
}

function Phases({ phase }: { phase: Phase }) {
  const current = PHASES.indexOf(phase);
  return (
    <div className="phases">
      <ol>
        {PHASES.map((name, index) => (
          <li
            key={name}
            data-is={index < current ? 'past' : index === current ? 'now' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <p className="muted">{PHASE_WORD[phase]}</p>
    </div>
  );
}

/** Figures of fixed width: they change four times a minute, and nothing beside them moves. */
function Figures({ progress }: { progress: Progress }) {
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft, stalledSince } = progress;
  return (
    <p className="figures num">
      <span>
        <b>{formatBytes(doneBytes)}</b> of {totalBytes === null ? '?' : formatBytes(totalBytes)}
      </span>
      {stalledSince === null ? (
        <>
          <span>{bytesPerSecond === null ? '–' : `${formatBytes(bytesPerSecond)}/s`}</span>
          <span>{secondsLeft === null ? '–' : `${formatDuration(secondsLeft * 1_000)} left`}</span>
        </>
      ) : (
        <span className="tone-run figures-stalled">
          stalled since {utcClock(stalledSince)} UTC, <Ago at={stalledSince} />
        </span>
      )}
    </p>
  );
}
