'use client';
import { PlugZap, Unplug } from 'lucide-react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { LiveState } from '../data/use-live.ts';
import { useClockValue } from '../ui/clock.tsx';
import { formatAge, utcClock } from '../ui/format.ts';

/** One strip at the foot of the window, where it moves nothing: what is wrong with the data you look at. */
export function Notices({ node, live }: { node: NodeStatus; live: LiveState }) {
  return (
    <div className="notices" role="status">
      {live.phase === 'lost' ? (
        <LostNotice node={node} live={live} />
      ) : (
        <RuntimeNotice node={node} />
      )}
    </div>
  );
}

function LostNotice({ node, live }: { node: NodeStatus; live: LiveState }) {
  // The next try is a time of this browser, not of the node.
  const wait = useClockValue(() =>
    Math.max(0, Math.ceil(((live.nextTryAtMs ?? 0) - Date.now()) / 1_000)),
  );
  return (
    <div className="notice" data-tone="fail">
      <Unplug aria-hidden />
      <span>
        <b>Connection to cri-triage lost.</b> What you see is as of {utcClock(node.asOf)} UTC.{' '}
        <span className="muted">{wait > 0 ? `Trying again in ${wait} s.` : 'Trying now …'}</span>
      </span>
      <button type="button" className="button" onClick={live.retry}>
        Try now
      </button>
    </div>
  );
}

function RuntimeNotice({ node }: { node: NodeStatus }) {
  const { health, name } = node.runtime;
  const sinceMs = health.lastAnswerAt === null ? null : Date.parse(health.lastAnswerAt);
  const silence = useClockValue((now) => (sinceMs === null ? '' : formatAge(now - sinceMs)));
  // In a capture a silent runtime is part of what was caught, told by the page itself.
  if (node.capture !== undefined) return null;
  if (health.state === 'ok' || health.state === 'connecting') return null;
  const runtime = name ?? 'The container runtime';
  return (
    <div className="notice" data-tone={health.state === 'hung' ? 'run' : 'fail'}>
      <PlugZap aria-hidden />
      <span>
        <b>
          {runtime} {health.state === 'hung' ? 'does not answer' : 'is not reachable'}
          {silence === '' ? '' : ` for ${silence}`}.
        </b>{' '}
        {health.hangingCall === null ? '' : `${health.hangingCall} hangs. `}
        <span className="muted">What you see is as of {utcClock(node.asOf)} UTC.</span>
      </span>
    </div>
  );
}
