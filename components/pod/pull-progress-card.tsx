'use client';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PullProgress } from '../../server/contract/pull-progress.ts';
import { Cut } from '../ui/cut.tsx';
import { formatBytes, formatDuration, utcClock } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Ago } from '../ui/time.tsx';
import { LayerList } from './layer-list.tsx';

const PHASES: readonly PullProgress['phase'][] = [
  'queued',
  'resolving',
  'downloading',
  'unpacking',
];

const PHASE_WORD: Readonly<Record<PullProgress['phase'], string>> = {
  queued: 'waits its turn',
  resolving: 'asking the registry what the name means',
  downloading: 'the layers come from the registry',
  unpacking: 'unpacking what is downloaded',
  unseen: 'nothing written yet, or this runtime does not tell bytes',
};

/** How far a pull in flight is: its phase, the sum, and each layer. */
export function PullProgressCard({ progress }: { progress: PullProgress }) {
  const isStalled = progress.stalledSince !== null;
  return (
    <section className="card progress-card" aria-labelledby="progress-title">
      <h2 id="progress-title">Pull in flight</h2>
      <Phases phase={progress.phase} />
      {progress.queuedBehind !== null && <Behind behind={progress.queuedBehind} />}
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
    </section>
  );
}

function Phases({ phase }: { phase: PullProgress['phase'] }) {
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
function Figures({ progress }: { progress: PullProgress }) {
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

/** Kubelet pulls one at a time here: the pull that goes first. */
function Behind({ behind }: { behind: NonNullable<PullProgress['queuedBehind']> }) {
  const [namespace, name] = behind.pod?.split('/') ?? [];
  return (
    <p className="behind">
      waits behind{' '}
      <span className="mono">
        <Cut text={behind.image} />
      </span>
      {namespace !== undefined && name !== undefined && (
        <>
          {' '}
          of pod{' '}
          <Link className="link" href={pagePaths.pod(namespace, name)} prefetch={false}>
            {behind.pod}
          </Link>
        </>
      )}
      {behind.since !== null && (
        <>
          , which has been at it for <Ago at={behind.since} />
        </>
      )}
    </p>
  );
}
