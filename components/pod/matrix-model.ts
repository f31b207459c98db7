import type { ContainerRow, PodDetail, StageCell } from '../../server/contract/pod.ts';
import { CONTAINER_STAGES, type Stage } from '../../server/contract/stage.ts';

/** The pod's own cells, and each container's, as the matrix shows them. */
export interface Matrix {
  readonly podCells: readonly StageCell[];
  readonly teardown: StageCell | null;
  readonly containers: readonly {
    readonly row: ContainerRow;
    readonly cells: readonly (StageCell | null)[];
  }[];
  /** All cells in reading order: what `[` and `]` walk along. */
  readonly order: readonly StageCell[];
}

export interface CellRef {
  readonly container: string | null;
  readonly stage: Stage;
}

export const isSameCell = (a: CellRef, b: CellRef): boolean =>
  a.stage === b.stage && a.container === b.container;

/** Lays the cells out; `teardown` is shown only when the pod is on its way down. */
export function toMatrix(pod: PodDetail): Matrix {
  const find = (container: string | null, stage: Stage) =>
    pod.stages.find((cell) => isSameCell(cell, { container, stage })) ?? null;
  const podCells = [find(null, 'kubelet'), find(null, 'sandbox')].filter((cell) => cell !== null);
  const down = find(null, 'teardown');
  const isGoingDown =
    pod.verdict.stage === 'teardown' || (down !== null && down.state !== 'not-reached');
  const teardown = isGoingDown ? down : null;
  const containers = pod.containers.map((row) => ({
    row,
    cells: CONTAINER_STAGES.map((stage) => find(row.name, stage)),
  }));
  const order = [
    ...podCells,
    ...containers.flatMap(({ cells }) => cells.filter((cell) => cell !== null)),
    ...(teardown === null ? [] : [teardown]),
  ];
  return { podCells, teardown, containers, order };
}

/** The open cell: the one the address names, else the one that decides, else the container's own, else the first. */
export function openCell(
  matrix: Matrix,
  pod: PodDetail,
  asked: { readonly container: string | null; readonly stage: string | null },
): StageCell | null {
  const { order } = matrix;
  const inContainer = (cell: StageCell) =>
    asked.container === null || cell.container === asked.container;
  if (asked.stage !== null) {
    const named = order.find((cell) => cell.stage === asked.stage && inContainer(cell));
    if (named !== undefined) return named;
  }
  if (asked.container !== null) {
    const row = pod.containers.find((c) => c.name === asked.container);
    const own = order.find(
      (cell) => cell.container === asked.container && cell.stage === row?.stage,
    );
    if (own !== undefined) return own;
  }
  return order.find((cell) => isSameCell(cell, pod.verdict)) ?? order[0] ?? null;
}

/** The neighbour of a cell in reading order; the ends stay where they are. */
export function neighbour(matrix: Matrix, cell: StageCell | null, step: 1 | -1): StageCell | null {
  if (cell === null) return matrix.order[0] ?? null;
  const index = matrix.order.findIndex((other) => isSameCell(other, cell));
  return matrix.order[index + step] ?? cell;
}
