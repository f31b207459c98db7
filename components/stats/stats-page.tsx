'use client';
import { Activity, SearchX } from 'lucide-react';
import { pagePaths } from '../../server/contract/paths.ts';
import type { StatsList } from '../../server/contract/stats.ts';
import { withBase } from '../data/base-path.ts';
import { useUrlState } from '../data/url-state.ts';
import { useQueryText } from '../data/use-query-text.ts';
import { useStatsList } from '../data/use-stats.ts';
import { FilterBox } from '../ui/filter-box.tsx';
import { Picture } from '../ui/picture.tsx';
import { Measuring } from './measuring.tsx';
import { matchesStats, parseStatsQuery, sortStats, toStatsSort } from './stats-query.ts';
import { StatsTable } from './stats-table.tsx';
import { StatsTotals } from './stats-totals.tsx';

/** What every running container uses, the busiest first. */
export function StatsPage() {
  const { data, error, retry } = useStatsList();
  return (
    <div className="stats-page">
      <h1>Stats</h1>
      {data !== undefined && <StatsView list={data} error={error} />}
      {data === undefined && error === null && <Measuring />}
      {data === undefined && error !== null && (
        <Picture icon={Activity} tone="fail" title="Nothing could be measured">
          <p>{error.message}</p>
          <p>
            <button type="button" className="button" onClick={retry}>
              Try again
            </button>
          </p>
        </Picture>
      )}
      <noscript>
        <p className="muted">
          Figures that move need scripts; <code>/api/v1/stats</code> tells them too.
        </p>
      </noscript>
    </div>
  );
}

/** As StatsPage, of an answer that is here. */
export function StatsView({ list, error }: { list: StatsList; error: Error | null }) {
  const url = useUrlState();
  const { input, query, setQuery } = useQueryText(url.get('q') ?? '');
  const sort = toStatsSort(url.get('sort'));
  const terms = parseStatsQuery(query);
  const rows = sortStats(
    list.containers.filter((row) => matchesStats(row, terms)),
    sort,
  );
  const words = [...(error === null ? [] : [`not asked again: ${error.message}`]), ...list.gaps];
  return (
    <>
      <StatsTotals containers={list.containers} everySeconds={list.everySeconds} />
      <FilterBox
        input={input}
        action={withBase(pagePaths.stats())}
        label="Filter containers"
        placeholder="any word, or ns: pod: container: id:"
        query={query}
        onQuery={setQuery}
        shown={rows.length}
        total={list.containers.length}
      />
      {words.length > 0 && (
        <ul className="gaps muted">
          {words.map((word) => (
            <li key={word}>{word.charAt(0).toUpperCase() + word.slice(1)}</li>
          ))}
        </ul>
      )}
      {rows.length > 0 && <StatsTable rows={rows} pods={list.pods} sort={sort} filter={query} />}
      {rows.length === 0 && list.containers.length > 0 && (
        <Picture icon={SearchX} tone="idle" title="No container fits this filter">
          <p>
            {list.containers.length} containers run here.{' '}
            <a className="link" href={withBase(pagePaths.stats())}>
              Show them all
            </a>
          </p>
        </Picture>
      )}
      {list.containers.length === 0 && (
        <Picture icon={Activity} tone="idle" title="No container runs here">
          <p>What runs is measured as soon as it does.</p>
        </Picture>
      )}
    </>
  );
}
