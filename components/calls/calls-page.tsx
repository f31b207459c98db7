'use client';
import { Info, SearchX } from 'lucide-react';
import type { CallList } from '../../server/contract/call.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { useNode } from '../data/queries.ts';
import { useUrlState } from '../data/url-state.ts';
import { type Calls, useCalls } from '../data/use-calls.ts';
import { type QueryText, useQueryText } from '../data/use-query-text.ts';
import { FilterBox } from '../ui/filter-box.tsx';
import { Picture } from '../ui/picture.tsx';
import { CallCounts } from './call-counts.tsx';
import { CallsTable } from './calls-table.tsx';
import { NoCalls } from './no-calls.tsx';
import { splitCalls, toSort } from './sort-calls.ts';

interface CallsPageProps {
  readonly firstNode: NodeStatus;
  /** Null where the page came without them: they are asked for at once. */
  readonly firstCalls: CallList | null;
  readonly firstQuery: string;
}

/** Every call that the runtime was asked for: those in flight first, then the newest. */
export function CallsPage({ firstNode, firstCalls, firstQuery }: CallsPageProps) {
  const node = useNode(firstNode);
  const text = useQueryText(firstQuery);
  const calls = useCalls(firstCalls, text.query);
  const { all } = calls;
  return (
    <div className="calls-page">
      <h1>Calls</h1>
      {all === undefined || all.calls.length === 0 ? (
        <NoCalls node={node} calls={calls} />
      ) : (
        <CallsView all={all} calls={calls} text={text} />
      )}
    </div>
  );
}

interface CallsViewProps {
  readonly all: CallList;
  readonly calls: Calls;
  readonly text: QueryText;
}

function CallsView({ all, calls, text }: CallsViewProps) {
  const { input, query, setQuery } = text;
  const sort = toSort(useUrlState().get('sort'));
  const { inFlight, others } = splitCalls(calls.fitting, sort);
  return (
    <>
      <CallCounts calls={all.calls} total={all.total} />
      <FilterBox
        input={input}
        action={withBase(pagePaths.calls())}
        label="Filter calls"
        placeholder="any word, or call: outcome: ns: pod: container: image: cause: id:"
        query={query}
        onQuery={setQuery}
        shown={calls.fittingTotal}
        total={all.total}
      />
      <Gaps gaps={all.gaps} error={calls.error} />
      {calls.fitting.length > 0 ? (
        <CallsTable inFlight={inFlight} others={others} order={`${sort} ${query}`} sort={sort} />
      ) : (
        <Picture icon={SearchX} tone="idle" title="No call fits this filter">
          <p>
            {all.total} calls are known here.{' '}
            <a className="link" href={withBase(pagePaths.calls())}>
              Show them all
            </a>
          </p>
        </Picture>
      )}
      <Older calls={calls} total={query === '' ? all.total : calls.fittingTotal} />
    </>
  );
}

/** What the list cannot tell, in quiet words. */
function Gaps({ gaps, error }: { gaps: readonly string[]; error: Error | null }) {
  const words = error === null ? gaps : [`not asked again: ${error.message}`, ...gaps];
  if (words.length === 0) return null;
  return (
    <ul className="gaps muted">
      {words.map((gap) => (
        <li key={gap}>
          <Info aria-hidden />
          {gap.charAt(0).toUpperCase() + gap.slice(1)}
        </li>
      ))}
    </ul>
  );
}

function Older({ calls, total }: { calls: Calls; total: number }) {
  if (calls.loadOlder === null) return null;
  return (
    <p className="calls-older muted">
      {calls.fitting.length} of {total} calls are here.{' '}
      <button
        type="button"
        className="button needs-script"
        disabled={calls.isLoadingOlder}
        onClick={calls.loadOlder}
      >
        {calls.isLoadingOlder ? 'Reading …' : 'Show older ones'}
      </button>
    </p>
  );
}
