import { formatDuration, formatTimes } from './format.ts';

/** The usual stands at a quarter of the bar, so that four times as long fills it. */
const SPAN_IN_USUALS = 4;
/** From so many times on, the length itself is a finding. */
const LONG_TIMES = 3;
const WIDTH = 100;

interface UsualBarProps {
  readonly ms: number | null;
  readonly usualMs: number | null;
}

/** A duration against what is usual for it: a bar, a mark at the usual, and "8× usual" where it is worth a word. */
export function UsualBar({ ms, usualMs }: UsualBarProps) {
  if (ms === null || usualMs === null || usualMs <= 0) return <span className="usual" />;
  const times = formatTimes(ms, usualMs);
  const isLong = ms / usualMs >= LONG_TIMES;
  const width = Math.min(ms / usualMs / SPAN_IN_USUALS, 1) * WIDTH;
  return (
    <span
      className="usual"
      data-long={isLong || undefined}
      title={`usually ${formatDuration(usualMs)} on this node`}
    >
      <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden>
        <rect className="usual-track" width={WIDTH} height="6" />
        <rect className="usual-length" width={Math.max(width, 1)} height="6" />
        <rect className="usual-mark" x={WIDTH / SPAN_IN_USUALS} width="1.6" height="6" />
      </svg>
      <span className="usual-words">{times === null ? '' : `${times} usual`}</span>
    </span>
  );
}
