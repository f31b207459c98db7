import Link from 'next/link';
import type { Finding } from '../../server/contract/finding.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { FixLadder } from '../ui/fix-ladder.tsx';
import { NextSteps } from '../ui/next-steps.tsx';
import { Quote } from '../ui/quote.tsx';
import { Changes } from './changes.tsx';

/** More names would push the next finding out of sight; the rest is one click away. */
const MAX_NAMES = 4;

/** A finding folded out: whom it hits, what changed before, the proof, what to check and what mends it. */
export function FindingBody({ finding }: { finding: Finding }) {
  const { changes = [], fix = [], nextChecks } = finding;
  return (
    <div className="finding-body">
      {finding.pods.length > 0 && <Pods finding={finding} />}
      {changes.length > 0 && <Changes changes={changes} since={finding.since} />}
      <Proof evidence={finding.evidence} />
      {nextChecks.length > 0 && (
        <details>
          <summary className="muted">Check next ({nextChecks.length})</summary>
          <NextSteps steps={nextChecks} />
        </details>
      )}
      {fix.length > 0 && (
        <details>
          <summary className="muted">What mends it, least harm first ({fix.length})</summary>
          <FixLadder steps={fix} />
        </details>
      )}
    </div>
  );
}

function Pods({ finding }: { finding: Finding }) {
  const rest = finding.pods.length - MAX_NAMES;
  return (
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
  );
}

function Proof({ evidence }: Pick<Finding, 'evidence'>) {
  const [proof, ...more] = evidence;
  if (proof === undefined) return null;
  return (
    <>
      <Quote {...proof} />
      {more.length > 0 && (
        <details>
          <summary className="muted">
            {more.length} more {more.length === 1 ? 'piece' : 'pieces'} of proof
          </summary>
          {more.map((piece) => (
            <Quote key={`${piece.where} ${piece.text}`} {...piece} />
          ))}
        </details>
      )}
    </>
  );
}
