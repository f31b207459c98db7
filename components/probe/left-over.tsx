'use client';
import { RotateCcw, TriangleAlert } from 'lucide-react';
import type { ProbeLeft } from '../../server/contract/probe.ts';
import { useProbeSweep } from '../data/use-probes.ts';
import { Command } from '../ui/command.tsx';
import { ShortId } from '../ui/cut.tsx';

const KIND_WORD: Readonly<Record<ProbeLeft['kind'], string>> = {
  container: 'container',
  sandbox: 'sandbox',
  image: 'image',
  'log-folder': 'log folder',
};

/** What probes left on the node, why, and the way to remove it by hand. */
export function LeftList({ left }: { left: readonly ProbeLeft[] }) {
  return (
    <ul className="left-list">
      {left.map(({ kind, id, why, command }) => (
        <li key={`${kind} ${id}`}>
          <b>{KIND_WORD[kind]}</b>{' '}
          {kind === 'image' || kind === 'log-folder' ? (
            <span className="mono">{id}</span>
          ) : (
            <ShortId id={id} />
          )}{' '}
          {why}
          {command !== null && <Command text={command} />}
        </li>
      ))}
    </ul>
  );
}

/** Left by this server or an earlier one; it is looked for again each minute, or at once. */
export function LeftOver({ left }: { left: readonly ProbeLeft[] }) {
  const { mutate, isPending, error } = useProbeSweep();
  return (
    <section className="probe-left card" aria-label="Left on the node">
      <p className="tone-run">
        <TriangleAlert className="inline-icon" aria-hidden />{' '}
        <b>
          {left.length === 1 ? 'One thing of a probe is' : `${left.length} things of probes are`}{' '}
          still on the node.
        </b>
      </p>
      <LeftList left={left} />
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          <RotateCcw aria-hidden /> {isPending ? 'Trying …' : 'Try again'}
        </button>{' '}
        <span className="tone-fail" role="status">
          {error?.message}
        </span>
      </p>
    </section>
  );
}
