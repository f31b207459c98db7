import type { ReactNode } from 'react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

const HEALTH: Readonly<
  Record<NodeStatus['runtime']['health']['state'], readonly [IconState, string]>
> = {
  ok: ['ok', 'answers'],
  connecting: ['not-reached', 'connecting'],
  hung: ['running', 'does not answer'],
  down: ['failed', 'not reachable'],
};

/** The runtime that is asked, why this one, and what it says of itself. */
export function NodeFacts({ node }: { node: NodeStatus }) {
  const { runtime } = node;
  const [state, word] = HEALTH[runtime.health.state];
  return (
    <section aria-labelledby="runtime-title">
      <h2 id="runtime-title">Runtime</h2>
      <dl className="facts card">
        <Fact
          term={runtime.name ?? 'Container runtime'}
          value={
            <>
              <StateIcon state={state} /> {word}
            </>
          }
        >
          {runtime.version !== null &&
            `version ${runtime.version}, CRI ${runtime.apiVersion ?? '?'}`}
          {runtime.health.state !== 'ok' && runtime.health.lastAnswerAt !== null && (
            <>
              {' '}
              · last answer <Ago at={runtime.health.lastAnswerAt} /> ago
            </>
          )}
          {runtime.health.message !== null && <p>{runtime.health.message}</p>}
        </Fact>
        <Fact term="Endpoint" value={<Endpoint endpoint={runtime.endpoint} />}>
          {runtime.endpointReason}
          {runtime.endpointWarning !== null && (
            <p className="fact-warning">
              <StateIcon state="warning" label="warning" /> {runtime.endpointWarning}
            </p>
          )}
        </Fact>
        {node.conditions.map((condition) => (
          <Fact
            key={condition.type}
            term={condition.type}
            value={
              <>
                <StateIcon state={condition.status ? 'ok' : 'failed'} />{' '}
                {condition.status ? 'true' : 'false'}
              </>
            }
          >
            {[condition.reason, condition.message].filter(Boolean).join(': ')}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Endpoint({ endpoint }: { endpoint: string | null }) {
  if (endpoint === null) return 'none found';
  return (
    <span className="with-copy">
      <span className="mono">{endpoint}</span>
      <CopyButton text={endpoint} label="Copy endpoint" />
    </span>
  );
}

interface FactProps {
  readonly term: string;
  readonly value: ReactNode;
  readonly children: ReactNode;
}

function Fact({ term, value, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
      <dd className="muted">{children}</dd>
    </div>
  );
}
