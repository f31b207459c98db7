'use client';
import type { CallRow } from '../../server/contract/call.ts';
import { useClockValue } from '../ui/clock.tsx';
import { formatAge, formatDuration } from '../ui/format.ts';
import { UsualBar } from '../ui/usual-bar.tsx';

/** How long a call took, or has been taking, beside what is usual here. */
export function CallDuration({ call }: { call: CallRow }) {
  if (call.outcome === 'in-flight' && call.beganAt !== null) {
    return <Counting beganAt={call.beganAt} usualMs={call.usualMs} />;
  }
  return (
    <span className="call-duration">
      <span>
        {call.durationMs === null ? (
          <span className="faint">–</span>
        ) : (
          formatDuration(call.durationMs)
        )}
      </span>
      <UsualBar ms={call.durationMs} usualMs={call.usualMs} />
    </span>
  );
}

function Counting({ beganAt, usualMs }: { beganAt: string; usualMs: number | null }) {
  const beganAtMs = Date.parse(beganAt);
  const ms = useClockValue((now) => Math.floor(Math.max(0, now - beganAtMs) / 1_000) * 1_000);
  return (
    <span className="call-duration">
      <time dateTime={beganAt}>{formatAge(ms)}</time>
      <UsualBar ms={ms} usualMs={usualMs} />
    </span>
  );
}
