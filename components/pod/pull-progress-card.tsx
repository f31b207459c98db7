'use client';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PullProgress as Progress } from '../../server/contract/pull-progress.ts';
import { Cut } from '../ui/cut.tsx';
import { PullProgress } from '../ui/pull-progress.tsx';
import { Ago } from '../ui/time.tsx';

/** How far a pull in flight is, and what it waits behind. */
export function PullProgressCard({ progress }: { progress: Progress }) {
  return (
    <section className="card progress-card" aria-labelledby="progress-title">
      <h2 id="progress-title">Pull in flight</h2>
      <PullProgress progress={progress}>
        {progress.queuedBehind !== null && <Behind behind={progress.queuedBehind} />}
      </PullProgress>
    </section>
  );
}

/** Kubelet pulls one at a time here: the pull that goes first. */
function Behind({ behind }: { behind: NonNullable<Progress['queuedBehind']> }) {
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
