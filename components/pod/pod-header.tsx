'use client';
import Link from 'next/link';
import { podKey } from '../../server/contract/live.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { withBase } from '../data/base-path.ts';
import { useAllPods } from '../data/queries.ts';
import { isStuck, podState } from '../data/tone.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ShortId } from '../ui/cut.tsx';
import { STEP_TONE, StateIcon } from '../ui/state-icon.tsx';
import { Ago, Until } from '../ui/time.tsx';
import { GoneBanner } from './gone-banner.tsx';
import { PodActions } from './pod-actions.tsx';
import { splitLead } from './split-lead.ts';

/** Which pod, and the verdict in a sentence. */
export function PodHeader({ pod, isGone }: { pod: PodDetail; isGone: boolean }) {
  const state = podState(pod.verdict);
  const { lead, rest } = splitLead(pod.sentence);
  return (
    <header className="pod-header">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href={pagePaths.pods()} prefetch={false}>
          Pods
        </Link>
        <span aria-hidden>›</span>
        <Link href={pagePaths.pods(`ns:${pod.namespace}`)} prefetch={false}>
          {pod.namespace}
        </Link>
      </nav>
      <h1>
        <span className="pod-title-namespace">{pod.namespace} /</span> {pod.name}
        <CopyButton text={`${pod.namespace}/${pod.name}`} label="Copy pod name" />
        {pod.kind !== 'api' && <span className="slug">{pod.kind} pod</span>}
      </h1>
      {isGone && <GoneBanner pod={pod} />}
      <p className={isGone ? 'say live-data' : 'say'} data-testid="verdict">
        <StateIcon state={state} label={pod.verdict.outcome} />{' '}
        <b className={`tone-${STEP_TONE[state]}`}>{lead}</b>
        {rest}
      </p>
      <PodMeta pod={pod} isGone={isGone} />
    </header>
  );
}

function PodMeta({ pod, isGone }: { pod: PodDetail; isGone: boolean }) {
  const { verdict } = pod;
  const needsPerson = verdict.outcome === 'starting' || isStuck(verdict);
  return (
    <div className="meta">
      {needsPerson && verdict.since !== null && (
        <span>
          since <b>{verdict.since.slice(11, 19)} UTC</b>, <Ago at={verdict.since} />
        </span>
      )}
      {verdict.attempt !== null && needsPerson && (
        <span>
          attempt <b>{verdict.attempt}</b>
          {verdict.nextRetryAt !== null && !isGone && (
            <>
              , next try in{' '}
              <b>
                <Until at={verdict.nextRetryAt} past="0:00" />
              </b>
            </>
          )}
        </span>
      )}
      {pod.uid !== null && (
        <span className="with-copy">
          uid <ShortId id={pod.uid} chars={8} />
          <CopyButton text={pod.uid} label="Copy uid" />
        </span>
      )}
      {pod.createdAt !== null && (
        <span>
          age <Ago at={pod.createdAt} />
        </span>
      )}
      {pod.qosClass !== null && <span>{pod.qosClass}</span>}
      {pod.runtimeHandler !== null && <span>handler {pod.runtimeHandler || 'default'}</span>}
      {pod.ip !== null && <span className="mono">{pod.ip}</span>}
      <SameCause pod={pod} />
      <Namesakes pod={pod} />
      <PodActions pod={pod} />
    </div>
  );
}

/** Whom else it hits; how many they are is known once the stream has told all pods. */
function SameCause({ pod }: { pod: PodDetail }) {
  const { cause } = pod.verdict;
  const count = useAllPods()?.pods.filter(
    (other) => other.verdict.cause === cause && podKey(other) !== podKey(pod),
  ).length;
  const isShared = count === undefined ? pod.findings.length > 0 : count > 0;
  if (cause === null || !isShared) return null;
  return (
    <Link className="link" href={pagePaths.pods(`cause:${cause}`)} prefetch={false}>
      {count ?? ''} other {count === 1 ? 'pod stops' : 'pods stop'} for the same cause
    </Link>
  );
}

function Namesakes({ pod }: { pod: PodDetail }) {
  const [uid] = pod.namesakes ?? [];
  if (uid === undefined) return null;
  return (
    <a className="link" href={withBase(pagePaths.pod(pod.namespace, pod.name, uid))}>
      another pod bears this name
    </a>
  );
}
