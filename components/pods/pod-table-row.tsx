import Link from 'next/link';
import { type MouseEvent, memo } from 'react';
import type { PodRow } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { podState } from '../data/tone.ts';
import { Cut } from '../ui/cut.tsx';
import { STEP_TONE, StateIcon, StepDots } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

interface PodTableRowProps {
  readonly pod: PodRow;
  readonly href: string;
  readonly id: string;
  readonly rowIndex: number;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onOpen: () => void;
}

/** One pod: how it is, which one, where it stopped, why, since when. */
export const PodTableRow = memo(
  function PodTableRow({ pod, href, id, rowIndex, onFocus, onBlur, onOpen }: PodTableRowProps) {
    const { verdict } = pod;
    const state = podState(verdict);
    const isCalm = verdict.outcome === 'ready' || verdict.outcome === 'completed';
    const onClick = (event: MouseEvent) => {
      const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (!isOnLink && window.getSelection()?.isCollapsed !== false) onOpen();
    };
    return (
      <tr aria-rowindex={rowIndex} onClick={onClick}>
        <Cell className="col-state">
          <StateIcon state={state} label={verdict.outcome} />
        </Cell>
        <Cell className="col-pod">
          <div className="pod-cell">
            <Link id={id} href={href} prefetch={false} onFocus={onFocus} onBlur={onBlur}>
              <span className="pod-namespace muted">{pod.namespace}/</span>
              <Cut text={pod.name} />
            </Link>
            {pod.kind !== 'api' && <span className="slug">{pod.kind}</span>}
          </div>
        </Cell>
        <Cell className="col-stages">
          <StepDots
            steps={pod.dots.map((dot) => ({ label: STAGE_LABEL[dot.stage], state: dot.state }))}
          />
        </Cell>
        <Cell className={`col-verdict ${isCalm ? 'muted' : `tone-${STEP_TONE[state]}`}`}>
          <span title={verdict.summary}>{verdict.summary}</span>
        </Cell>
        <Cell className="num col-number col-since">
          {verdict.since === null ? (
            <span className="faint">–</span>
          ) : (
            <Ago at={verdict.since} short />
          )}
        </Cell>
        <Cell className="num col-number col-attempt">
          {verdict.attempt ?? <span className="faint">–</span>}
        </Cell>
        <Cell className="num col-number col-ready">
          {pod.readyCount}/
          {pod.containers.filter((c) => c.type === 'app' || c.type === 'sidecar').length}
        </Cell>
      </tr>
    );
  },
  (before, after) =>
    before.pod === after.pod && before.id === after.id && before.href === after.href,
);

function Cell({ className, children }: { className: string; children: React.ReactNode }) {
  return <td className={className}>{children}</td>;
}
