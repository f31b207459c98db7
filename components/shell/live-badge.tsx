'use client';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { LiveState } from '../data/use-live.ts';
import { useClockValue } from '../ui/clock.tsx';
import { formatFreshness, utcClock, utcStamp } from '../ui/format.ts';

/** How fresh the page is, always at the same place and in the same width. */
export function LiveBadge({ node, live }: { node: NodeStatus; live: LiveState }) {
  const asOfMs = Date.parse(node.asOf);
  const age = useClockValue((now) => formatFreshness(now - asOfMs));
  const asOf = `as of ${utcClock(node.asOf)}`;
  const [kind, text] = badge();
  return (
    <span className="live" data-kind={kind} title={`Data of ${utcStamp(node.asOf)}`}>
      <i aria-hidden />
      <span>{text}</span>
    </span>
  );

  function badge(): readonly [string, string] {
    if (node.capture !== undefined) return ['capture', `capture, ${utcClock(node.asOf)}`];
    if (live.phase === 'lost') return ['lost', `lost, ${asOf}`];
    if (node.stale) return ['stale', asOf];
    if (live.phase === 'connecting') return ['connecting', asOf];
    return ['live', `live, ${age} old`];
  }
}
