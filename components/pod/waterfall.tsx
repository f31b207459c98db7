'use client';
import Link from 'next/link';
import { useState } from 'react';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import { usePodCalls } from '../data/use-calls.ts';
import { useClockValue } from '../ui/clock.tsx';
import { formatDuration, formatTimes } from '../ui/format.ts';
import { STEP_TONE } from '../ui/state-icon.tsx';
import type { Matrix } from './matrix-model.ts';
import { type TimeAxis, toTimeAxis } from './time-axis.ts';
import { toWaterfall, type WaterfallRow } from './waterfall-model.ts';

/** A bar thinner than this share of the axis could not be seen. */
const MIN_SHARE = 0.003;
const WIDTH = 1_000;
const HEIGHT = 10;
/** More words than these would write over one another; the rest is told on hover. */
const MAX_GAP_WORDS = 5;

interface WaterfallProps {
  readonly pod: PodDetail;
  readonly matrix: Matrix;
}

/** Where the start of this pod went, call by call, on one axis; folded. */
export function Waterfall({ pod, matrix }: WaterfallProps) {
  const [isOpen, setIsOpen] = useState(false);
  const calls = usePodCalls(pod, isOpen && pod.source === 'live');
  const isCounting = isOpen && pod.stages.some(({ state }) => state === 'running');
  const clockMs = useClockValue((now) => (isCounting ? Math.round(now / 1_000) * 1_000 : 0));
  const rows = toWaterfall(pod, matrix, calls, Math.max(clockMs, Date.parse(pod.asOf)));
  if (rows.length < 2) return null;
  const axis = toTimeAxis(rows.flatMap(({ bars }) => bars));
  return (
    <details className="waterfall" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="muted">
        Where the time went · {formatDuration(axis.spanMs)} from the first call to the last
      </summary>
      <div className="card live-data">
        <Ruler axis={axis} />
        <ol>
          {rows.map((row) => (
            <Row key={row.key} row={row} axis={axis} />
          ))}
        </ol>
        <p className="waterfall-legend faint">
          A bar is a call; the thin line after its begin is where it usually ends on this node.
          {axis.gaps.length > 0 && ' Grey blocks are pauses without a call, cut to fit.'}{' '}
          <Link
            className="link"
            href={pagePaths.calls(`pod:${pod.namespace}/${pod.name}`)}
            prefetch={false}
          >
            All calls of this pod
          </Link>
        </p>
      </div>
    </details>
  );
}

/** The two ends, and what was cut out between. */
function Ruler({ axis }: { axis: TimeAxis }) {
  return (
    <div className="waterfall-line waterfall-ruler faint num" aria-hidden>
      <span />
      <span className="waterfall-marks">
        <span>0</span>
        {axis.gaps.slice(0, MAX_GAP_WORDS).map((gap) => (
          <span
            key={gap.x}
            className="waterfall-gap-word"
            style={{ left: `${(gap.x + gap.width / 2) * 100}%` }}
          >
            {formatDuration(gap.ms)}
          </span>
        ))}
        <span>{formatDuration(axis.spanMs)}</span>
      </span>
      <span />
    </div>
  );
}

function Row({ row, axis }: { row: WaterfallRow; axis: TimeAxis }) {
  const { who, what, isPart, bars, usualMs } = row;
  const last = bars.at(-1);
  const tookMs = bars.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const times = last && formatTimes(last.endMs - last.startMs, usualMs);
  return (
    <li className="waterfall-line" data-part={isPart || undefined}>
      <span className="waterfall-name">
        {!isPart && `${who} `}
        <span className="muted">{what}</span>
      </span>
      <Bars row={row} axis={axis} />
      <span className="waterfall-took num muted">
        {bars.length > 1 && `${bars.length} tries, `}
        {formatDuration(tookMs)}
        {times && <span className="waterfall-times"> {times} usual</span>}
      </span>
    </li>
  );
}

function Bars({ row, axis }: { row: WaterfallRow; axis: TimeAxis }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {axis.gaps.map(({ x, width, ms }) => (
        <rect key={x} className="waterfall-gap" x={x * WIDTH} width={width * WIDTH} height={HEIGHT}>
          <title>{`${formatDuration(ms)} without a call`}</title>
        </rect>
      ))}
      {row.bars.map(({ startMs, endMs, state }) => {
        const x = Math.min(axis.at(startMs), 1 - MIN_SHARE);
        return (
          <rect
            key={startMs}
            className={`waterfall-bar tone-${STEP_TONE[state]}`}
            x={x * WIDTH}
            width={Math.max(axis.at(endMs) - x, MIN_SHARE) * WIDTH}
            y="1"
            height={HEIGHT - 2}
          >
            <title>{`${row.what} ${state}, ${formatDuration(endMs - startMs)}`}</title>
          </rect>
        );
      })}
      {row.usualMs !== null &&
        row.bars
          .filter(({ state }) => state !== 'failed')
          .map(({ startMs }) => (
            <rect
              key={startMs}
              className="waterfall-usual"
              x={axis.at(startMs + (row.usualMs ?? 0)) * WIDTH}
              width="1.5"
              height={HEIGHT}
            />
          ))}
    </svg>
  );
}
