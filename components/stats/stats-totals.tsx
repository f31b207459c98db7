import type { ContainerStats } from '../../server/contract/stats.ts';
import { formatCores, formatMemory } from './stat-words.ts';
import { cpuOf, memoryOf } from './stats-query.ts';

interface StatsTotalsProps {
  readonly containers: readonly ContainerStats[];
  readonly everySeconds: number;
}

/** All containers together, as far as they are measured. */
export function StatsTotals({ containers, everySeconds }: StatsTotalsProps) {
  const sum = (figure: (row: ContainerStats) => number | null) =>
    containers.reduce((total, row) => total + (figure(row) ?? 0), 0);
  const unmeasured = containers.filter((row) => cpuOf(row) === null).length;
  return (
    <p className="counts muted">
      <span>
        <b className="num">{containers.length}</b> containers
      </span>
      <span>
        <b className="num">{formatCores(sum(cpuOf))}</b> cores
      </span>
      <span>
        <b className="num">{formatMemory(sum(memoryOf))}</b> working set
      </span>
      <span>every {everySeconds} s</span>
      {unmeasured > 0 && <span className="num">{unmeasured} without CPU figures yet</span>}
    </p>
  );
}
