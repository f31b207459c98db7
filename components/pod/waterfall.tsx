'use client';
import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { useClockValue } from '../ui/clock.tsx';
import { formatDuration } from '../ui/format.ts';
import { STEP_TONE } from '../ui/state-icon.tsx';
import type { Matrix } from './matrix-model.ts';

/** A bar thinner than this share of the axis could not be seen. */
const MIN_SHARE = 0.004;

interface Bar {
  readonly cell: StageCell;
  readonly startMs: number;
  readonly endMs: number;
}

/** When each call began and how long it took, on one axis, folded. */
export function Waterfall({ pod, matrix }: { pod: PodDetail; matrix: Matrix }) {
  const asOfMs = Date.parse(pod.asOf);
  const nowMs = useClockValue((now) => Math.round(now / 1_000) * 1_000);
  const bars = matrix.order.flatMap((cell) => toBar(cell, Math.max(nowMs, asOfMs)));
  if (bars.length < 2) return null;
  const from = Math.min(...bars.map((bar) => bar.startMs));
  const span = Math.max(...bars.map((bar) => bar.endMs)) - from || 1;
  return (
    <details className="waterfall">
      <summary className="muted">
        Waterfall · {formatDuration(span)} from the first call to the last
      </summary>
      <ol className="card">
        {bars.map(({ cell, startMs, endMs }) => (
          <li key={`${cell.container}/${cell.stage}`}>
            <span className="waterfall-name">
              {cell.container ?? 'pod'} <span className="muted">{STAGE_LABEL[cell.stage]}</span>
            </span>
            <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden>
              <rect
                className={`tone-${STEP_TONE[cell.state]}`}
                x={Math.min(((startMs - from) / span) * 1_000, 1_000 * (1 - MIN_SHARE))}
                width={Math.max((endMs - startMs) / span, MIN_SHARE) * 1_000}
                height="8"
              />
            </svg>
            <span className="right muted">{formatDuration(endMs - startMs)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Running itself is no call: its bar would only tell the age. */
function toBar(cell: StageCell, nowMs: number): readonly Bar[] {
  if (cell.startedAt === null || cell.stage === 'run') return [];
  const startMs = Date.parse(cell.startedAt);
  if (cell.durationMs !== null) return [{ cell, startMs, endMs: startMs + cell.durationMs }];
  return cell.state === 'running' ? [{ cell, startMs, endMs: nowMs }] : [];
}
