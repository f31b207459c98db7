import type { ContainerStats } from '../../server/contract/stats.ts';
import { formatCores, formatMemory } from './stat-words.ts';
import { cpuOf, memoryOf } from './stats-query.ts';

interface StatsTotalsProps {
  readonly containers: readonly ContainerStats[];
  readonly everySeconds: number;
}

/** All containers together, as far as they are measured. */
export function StatsTotals({ containers, everySeconds }: StatsTotalsProps) {
  /** A sum of nothing measured is not 0: it is not known. */
  const total = (
    figure: (row: ContainerStats) => number | null,
    words: (sum: number) => string,
  ) => {
    const told = containers.map(figure).filter((value) => value !== null);
    return told.length === 0 ? '–' : words(told.reduce((sum, value) => sum + value, 0));
  };
  const unmeasured = containers.filter((row) => cpuOf(row) === null).length;
  return (
    <p className="counts muted">
      <span>
        <b className="num">{containers.length}</b>{' '}
        {containers.length === 1 ? 'container' : 'containers'}
      </span>
      <span>
        <b className="num">{total(cpuOf, formatCores)}</b> cores
      </span>
      <span>
        <b className="num">{total(memoryOf, formatMemory)}</b> working set
      </span>
      <span>every {everySeconds} s</span>
      {unmeasured > 0 && <span className="num">{unmeasured} without CPU figures yet</span>}
    </p>
  );
}
