import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import type { Finding } from '../../server/contract/finding.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { NextSteps } from '../ui/next-steps.tsx';
import { Quote } from '../ui/quote.tsx';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

const ICON: Readonly<Record<Finding['severity'], IconState>> = {
  critical: 'failed',
  warning: 'warning',
  info: 'info',
};

/** More names would push the next finding out of sight; the rest is one click away. */
const MAX_NAMES = 4;

/** Causes that pods share, each told once, with its proof and what to do. */
export function Findings({
  findings,
  stuckCount,
}: {
  findings: readonly Finding[];
  stuckCount: number;
}) {
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
          {findings.map((finding, index) => (
            <FindingItem key={finding.id} finding={finding} isOpen={index === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingItem({ finding, isOpen }: { finding: Finding; isOpen: boolean }) {
  return (
    <li>
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

function FindingBody({ finding }: { finding: Finding }) {
  const rest = finding.pods.length - MAX_NAMES;
  const [proof, ...moreProof] = finding.evidence;
  return (
    <div className="finding-body">
      {finding.pods.length > 0 && (
        <p className="finding-pods">
          {finding.pods.slice(0, MAX_NAMES).map((pod) => (
            <Link
              key={`${pod.namespace}/${pod.name}/${pod.uid}`}
              className="link"
              href={pagePaths.pod(pod.namespace, pod.name, pod.uid)}
              prefetch={false}
            >
              {pod.namespace}/{pod.name}
            </Link>
          ))}
          <Link className="slug" href={pagePaths.pods(`cause:${finding.cause}`)} prefetch={false}>
            {rest > 0 ? `and ${rest} more · ` : ''}cause:{finding.cause}
          </Link>
        </p>
      )}
      {proof !== undefined && <Quote {...proof} />}
      {moreProof.length > 0 && (
        <details>
          <summary className="muted">
            {moreProof.length} more {moreProof.length === 1 ? 'piece' : 'pieces'} of proof
          </summary>
          {moreProof.map((evidence) => (
            <Quote key={`${evidence.where} ${evidence.text}`} {...evidence} />
          ))}
        </details>
      )}
      {finding.nextChecks.length > 0 && (
        <details>
          <summary className="muted">Check next ({finding.nextChecks.length})</summary>
          <NextSteps steps={finding.nextChecks} />
        </details>
      )}
    </div>
  );
}
