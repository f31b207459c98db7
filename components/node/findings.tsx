'use client';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { Finding } from '../../server/contract/finding.ts';
import { useUrlState } from '../data/url-state.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';
import { FindingBody } from './finding-body.tsx';

const ICON: Readonly<Record<Finding['severity'], IconState>> = {
  critical: 'failed',
  warning: 'warning',
  info: 'info',
};

const anchorOf = (id: string) => `finding-${id}`;

/** Causes that pods share, each told once, with its proof and what to do. */
export function Findings({
  findings,
  stuckCount,
}: {
  findings: readonly Finding[];
  stuckCount: number;
}) {
  const asked = useUrlState().get('finding');
  const openId = openIdOf(findings, asked);
  useEffect(() => {
    if (asked !== null) {
      document.getElementById(anchorOf(asked))?.scrollIntoView({ block: 'nearest' });
    }
  }, [asked]);
  return (
    <section aria-labelledby="findings-title">
      <h2 id="findings-title">Findings</h2>
      {findings.length === 0 ? (
        <p className="nothing card">
          <CircleCheck className={stuckCount === 0 ? 'tone-ok' : 'tone-idle'} aria-hidden />
          {stuckCount === 0
            ? 'Nothing is wrong with this node that its pods could tell.'
            : 'The stuck pods share no cause: each has its own.'}
        </p>
      ) : (
        <ul className="findings card live-data">
          {findings.map((finding) => (
            <FindingItem key={finding.id} finding={finding} isOpen={finding.id === openId} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The finding that the address names is open, else the first. */
function openIdOf(findings: readonly Finding[], asked: string | null): string | null {
  const named = findings.find(({ id }) => id === asked);
  return (named ?? findings[0])?.id ?? null;
}

function FindingItem({ finding, isOpen }: { finding: Finding; isOpen: boolean }) {
  return (
    <li id={anchorOf(finding.id)}>
      <details className="finding" open={isOpen}>
        <summary>
          <StateIcon state={ICON[finding.severity]} label={finding.severity} />
          <span className="finding-title">
            <b>{finding.title}</b> <span className="muted">{finding.effect}</span>
          </span>
          <span className="finding-count">
            {finding.pods.length === 0
              ? 'node'
              : `${finding.pods.length} pod${finding.pods.length === 1 ? '' : 's'}`}
          </span>
          <span className="finding-since muted">
            {finding.since !== null && <Ago at={finding.since} />}
          </span>
        </summary>
        <FindingBody finding={finding} />
      </details>
    </li>
  );
}
