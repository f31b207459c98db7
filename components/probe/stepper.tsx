'use client';
import { StateLink } from '../data/state-link.tsx';
import { CutSentence } from '../ui/cut.tsx';
import { formatDuration } from '../ui/format.ts';
import { STEP_TONE, StateIcon } from '../ui/state-icon.tsx';
import { UsualBar } from '../ui/usual-bar.tsx';
import { ROW_LABEL, type Row, type RowId } from './probe-words.ts';

/** The calls in their order and the way back; each row stands at its place from the beginning on. */
export function Stepper({ rows, open }: { rows: readonly Row[]; open: RowId }) {
  return (
    <ol className="stepper card" aria-label="Calls">
      {rows.map((row) => (
        <li key={row.id}>
          <StateLink
            className="stepper-row"
            change={{ step: row.id }}
            data-step={row.id}
            data-icon={row.icon}
            data-next={row.isNext || undefined}
            aria-current={row.id === open ? 'step' : undefined}
            onFollow={showPanel}
          >
            <StateIcon state={row.icon} />
            <span className="stepper-call">{ROW_LABEL[row.id]}</span>
            <span className={`stepper-word tone-${toneOf(row)}`}>{row.word}</span>
            <span className="stepper-took num">
              {row.durationMs === null ? '' : formatDuration(row.durationMs)}
            </span>
            <UsualBar ms={row.durationMs} usualMs={row.usualMs} />
            <span className="stepper-sentence muted">
              {row.sentence !== '' && <CutSentence text={row.sentence} />}
            </span>
          </StateLink>
        </li>
      ))}
    </ol>
  );
}

function toneOf({ isNext, icon }: Row): string {
  return isNext ? 'info' : STEP_TONE[icon];
}

/** Where the panel stands below, it is led to. */
function showPanel(): void {
  const panel = document.getElementById('probe-panel');
  if (panel === null || panel.getBoundingClientRect().top < window.innerHeight * 0.75) return;
  panel.scrollIntoView({ block: 'start' });
}
