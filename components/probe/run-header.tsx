'use client';
import { Check, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { pagePaths } from '../../server/contract/paths.ts';
import type { Probe } from '../../server/contract/probe.ts';
import { StateLink } from '../data/state-link.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Cut } from '../ui/cut.tsx';
import { STEP_TONE, StateIcon } from '../ui/state-icon.tsx';
import { Ago, Until } from '../ui/time.tsx';
import { ProbeLink } from './probe-link.tsx';
import { STATE_ICON, STATE_WORD } from './probe-words.ts';
import { RunActions } from './run-actions.tsx';

/** What the probe says in a sentence, of what it is made, and what can be done. */
export function RunHeader({ probe }: { probe: Probe }) {
  const { state, sentence, cancel } = probe;
  const icon = STATE_ICON[state];
  return (
    <header className="run-header">
      <nav className="crumbs" aria-label="Breadcrumb">
        <ProbeLink to={{}} className="">
          Probe
        </ProbeLink>
        <span aria-hidden>›</span>
        <span className="with-copy">
          <span className="mono">{probe.id}</span>
          <CopyButton text={() => window.location.href} label="Copy link to this probe" />
        </span>
      </nav>
      <h1 className="run-title">
        <StateIcon state={icon} /> Probe{' '}
        <span className={`tone-${STEP_TONE[icon]}`}>{STATE_WORD[state]}</span>
      </h1>
      <p className="say run-sentence" data-testid="probe-sentence">
        {sentence}
        {cancel !== null && !sentence.includes(cancel.sentence) && ` ${cancel.sentence}`}
      </p>
      <Meta probe={probe} />
      <RunActions probe={probe} />
    </header>
  );
}

function Meta({ probe }: { probe: Probe }) {
  const { pod, comparison } = probe;
  return (
    <div className="meta">
      <span className="run-image mono">
        <Cut text={probe.image} />
      </span>
      <span>handler {probe.runtimeHandler || 'default'}</span>
      <span>{probe.mode === 'step' ? 'step by step' : 'all at once'}</span>
      <span>
        by <b>{probe.user}</b>, <Ago at={probe.startedAt} /> ago
      </span>
      {probe.endedAt === null && (
        <span>
          given up in{' '}
          <b>
            <Until at={probe.deadlineAt} past="0:00" />
          </b>
        </span>
      )}
      <span>
        <PodLink pod={pod}>its pod</PodLink> ·{' '}
        <PodLink pod={pod} tab="logs">
          logs
        </PodLink>
      </span>
      <CleanUpWord probe={probe} />
      {comparison !== null && (
        <span>
          beside <PodLink pod={comparison.pod}>{comparison.pod.name}</PodLink>
        </span>
      )}
      {probe.privileges.map((privilege) => (
        <span key={privilege} className="slug tone-run">
          {privilege}
        </span>
      ))}
    </div>
  );
}

/** Whether the node is as it was before. */
function CleanUpWord({ probe: { cleanup } }: { probe: Probe }) {
  if (cleanup.state === 'done') {
    return (
      <span className="tone-ok">
        <Check className="inline-icon" aria-hidden /> cleaned up
      </span>
    );
  }
  if (cleanup.state !== 'left') return null;
  return (
    <StateLink className="tone-fail" change={{ step: 'CleanUp' }}>
      <TriangleAlert className="inline-icon" aria-hidden /> {cleanup.left.length} left on the node
    </StateLink>
  );
}

interface PodLinkProps {
  readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string | null };
  readonly tab?: 'logs';
  readonly children: ReactNode;
}

function PodLink({ pod, tab, children }: PodLinkProps) {
  const path = pagePaths.pod(pod.namespace, pod.name, pod.uid);
  const href = tab === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}tab=${tab}`;
  return (
    <Link className="link" href={href} prefetch={false}>
      {children}
    </Link>
  );
}
