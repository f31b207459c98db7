import type { ContainerRow, PodDetail, StageCell } from '../../server/contract/pod.ts';
import { CONTAINER_STAGES, STAGE_LABEL } from '../../server/contract/stage.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Cut, ShortId } from '../ui/cut.tsx';
import { MatrixCell } from './matrix-cell.tsx';
import { isSameCell, type Matrix } from './matrix-model.ts';

interface MatrixTableProps {
  readonly pod: PodDetail;
  readonly matrix: Matrix;
  readonly open: StageCell | null;
}

/** Columns are the calls, rows the pod and its containers. On a phone it is a list, container by container. */
export function MatrixTable({ pod, matrix, open }: MatrixTableProps) {
  const columns = [...CONTAINER_STAGES.map((stage) => STAGE_LABEL[stage])];
  const cellProps = (cell: StageCell) => ({
    cell,
    image: pod.containers.find((row) => row.name === cell.container)?.image ?? null,
    isDeciding: isSameCell(cell, pod.verdict) && pod.verdict.outcome !== 'ready',
    isOpen: open !== null && isSameCell(cell, open),
  });
  const hasTeardown = matrix.teardown !== null;
  return (
    <div className="matrix-frame card">
      <table className="matrix live-data" data-teardown={hasTeardown || undefined}>
        <thead>
          <tr>
            <th scope="col">Pod and containers</th>
            {['Kubelet', 'RunPodSandbox', ...columns, ...(hasTeardown ? ['Teardown'] : [])].map(
              (label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className="matrix-who">
              pod
            </th>
            {matrix.podCells.map((cell) => (
              <MatrixCell key={cell.stage} {...cellProps(cell)} />
            ))}
            <td className="matrix-note muted" colSpan={CONTAINER_STAGES.length}>
              <SandboxNote pod={pod} />
            </td>
            {matrix.teardown !== null && <MatrixCell {...cellProps(matrix.teardown)} />}
          </tr>
          {matrix.containers.map(({ row, cells }) => (
            <tr key={row.name}>
              <ContainerHead row={row} />
              {cells.map((cell, index) =>
                cell === null ? (
                  <td key={CONTAINER_STAGES[index]} className="matrix-blank" />
                ) : (
                  <MatrixCell key={cell.stage} {...cellProps(cell)} />
                ),
              )}
              {hasTeardown && <td className="matrix-blank" />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SandboxNote({ pod }: { pod: PodDetail }) {
  const [newest] = pod.sandboxes;
  if (newest === undefined) return null;
  return (
    <span className="with-copy">
      sandbox <ShortId id={newest.id} />
      <CopyButton text={newest.id} label="Copy sandbox id" />
      attempt {newest.attempt}
    </span>
  );
}

const TYPE_WORD: Readonly<Record<ContainerRow['type'], string>> = {
  init: 'init',
  sidecar: 'sidecar',
  app: 'container',
  ephemeral: 'ephemeral',
};

function ContainerHead({ row }: { row: ContainerRow }) {
  return (
    <th scope="row" colSpan={3} className="matrix-who">
      <span className="matrix-name">
        <Cut text={row.name} />
        <span className="muted">
          {TYPE_WORD[row.type]}
          {row.restartCount > 0 && ` · ${row.restartCount} restarts`}
        </span>
        {row.id !== null && (
          <span className="with-copy muted">
            <ShortId id={row.id} />
            <CopyButton text={row.id} label={`Copy id of ${row.name}`} />
          </span>
        )}
      </span>
      {row.image !== null && (
        <span className="matrix-image mono muted">
          <Cut text={row.image} />
        </span>
      )}
    </th>
  );
}
