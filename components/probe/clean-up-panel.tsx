'use client';
import { Check, RotateCcw } from 'lucide-react';
import type { Probe } from '../../server/contract/probe.ts';
import { useProbeCancel } from '../data/use-probes.ts';
import { formatDuration } from '../ui/format.ts';
import { LeftList } from './left-over.tsx';

/** What was removed, in order, and what is left with why. */
export function CleanUpPanel({ probe }: { probe: Probe }) {
  const { state, removed, left, note, durationMs } = probe.cleanup;
  return (
    <section aria-label="Clean-up">
      <div className="panel-head">
        <h2>Clean-up</h2>
        <p className="muted num panel-times">
          {durationMs !== null && <span>took {formatDuration(durationMs)}</span>}
        </p>
      </div>
      {note !== null && <p className="panel-note">{note}</p>}
      {state === 'pending' && (
        <p className="muted">
          At the end, on a failure, when it is cancelled, when nobody looks, when its time is up or
          cri-triage ends: container, sandbox, logs, and the image if it was not here before.
        </p>
      )}
      {removed.length > 0 && (
        <ol className="card panel-card removed">
          {removed.map((what) => (
            <li key={what}>
              <Check className="inline-icon tone-ok" aria-hidden /> {what}
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 && <Left probe={probe} />}
    </section>
  );
}

function Left({ probe }: { probe: Probe }) {
  const { mutate, isPending, error } = useProbeCancel(probe.id);
  const isBusy = isPending || probe.cleanup.state === 'running';
  return (
    <div className="probe-left card">
      <h3 className="tone-fail">Still on the node</h3>
      <LeftList left={probe.cleanup.left} />
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => !isBusy && mutate()}
        >
          <RotateCcw aria-hidden /> {isBusy ? 'Trying …' : 'Try again'}
        </button>{' '}
        <span className="tone-fail" role="status">
          {error?.message}
        </span>
      </p>
    </div>
  );
}
