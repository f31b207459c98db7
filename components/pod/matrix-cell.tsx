import type { StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { StateLink } from '../data/state-link.tsx';
import { formatDuration } from '../ui/format.ts';
import { StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

interface MatrixCellProps {
  readonly cell: StageCell;
  /** The cell that the pod's verdict is about. */
  readonly isDeciding: boolean;
  /** The container's image, told in the head of the row. */
  readonly image: string | null;
  /** Its cause and proof are shown below. */
  readonly isOpen: boolean;
}

/** One call of one container: icon, word, and how long or which try. */
export function MatrixCell({ cell, image, isDeciding, isOpen }: MatrixCellProps) {
  return (
    <td className="matrix-cell" data-state={cell.state} data-deciding={isDeciding || undefined}>
      <StateLink
        change={{ container: cell.container, stage: cell.stage }}
        aria-current={isOpen ? 'true' : undefined}
        title={`${STAGE_LABEL[cell.stage]}: ${cell.word}${cell.detail === null ? '' : `\n${cell.detail}`}`}
      >
        <span className="matrix-stage">{STAGE_LABEL[cell.stage]}</span>
        <span className="matrix-word">
          <StateIcon state={cell.state} />
          <span>{cell.word}</span>
          {isWaiting(cell) && <WaitingFor since={cell.startedAt} />}
        </span>
        <span className="matrix-detail">
          <CellDetail cell={cell} detail={cell.detail === image ? null : cell.detail} />
        </span>
      </StateLink>
    </td>
  );
}

/** A call that runs is told by the time it has been running; for what has started, running is its life. */
function isWaiting(cell: StageCell): boolean {
  return cell.state === 'running' && cell.stage !== 'run';
}

function WaitingFor({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <span className="matrix-age muted">
      <Ago at={since} />
    </span>
  );
}

function CellDetail({ cell, detail }: { cell: StageCell; detail: string | null }) {
  return (
    <>
      {!isWaiting(cell) && cell.durationMs !== null && (
        <span className="num">{formatDuration(cell.durationMs)}</span>
      )}
      {cell.state === 'failed' && cell.attempt !== null && cell.attempt > 0 && (
        <span>attempt {cell.attempt}</span>
      )}
      {detail !== null && <span>{detail}</span>}
    </>
  );
}
