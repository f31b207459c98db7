'use client';
import type { FindingList } from '../../server/contract/finding.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { PodRow } from '../../server/contract/pod.ts';
import { useFindings, useNode } from '../data/queries.ts';
import { countStuck } from '../data/tone.ts';
import { CallsInFlight } from './calls-in-flight.tsx';
import { Findings } from './findings.tsx';
import { NodeActions } from './node-actions.tsx';
import { NodeFacts } from './node-facts.tsx';
import { Pipeline } from './pipeline.tsx';
import { RuntimePicture } from './runtime-picture.tsx';
import { StuckPods } from './stuck-pods.tsx';

const TONE = { ok: 'ok', warn: 'run', bad: 'fail', unknown: 'idle' } as const;

interface NodePageProps {
  readonly firstNode: NodeStatus;
  readonly firstFindings: FindingList;
  readonly firstStuck: readonly PodRow[];
}

/** The node in one sentence, then where its pods stand and what they share. */
export function NodePage({ firstNode, firstFindings, firstStuck }: NodePageProps) {
  const node = useNode(firstNode);
  const { findings } = useFindings(firstFindings);
  const stuckCount = countStuck(node);
  const podCount = Object.values(node.outcomes).reduce((sum, count) => sum + count, 0);
  const hasNeverAnswered = node.runtime.health.lastAnswerAt === null && podCount === 0;
  return (
    <div className="node-page">
      <div className="node-head">
        <h1>{node.name}</h1>
        <NodeActions />
      </div>
      <p className="say" data-testid="verdict">
        <b className={`tone-${TONE[node.sentence.tone]}`}>{node.sentence.lead}</b>{' '}
        {node.sentence.rest}
      </p>
      {hasNeverAnswered ? (
        <RuntimePicture node={node} />
      ) : (
        <>
          <Pipeline node={node} podCount={podCount} />
          <Findings findings={findings} stuckCount={stuckCount} />
          <StuckPods first={firstStuck} count={stuckCount} />
          <CallsInFlight calls={node.callsInFlight} />
        </>
      )}
      <NodeFacts node={node} />
    </div>
  );
}
