'use client';
import { Info, SearchX } from 'lucide-react';
import type { CallList } from '../../server/contract/call.ts';
import { matchesCall, parseCallQuery } from '../../server/contract/call-query.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { useNode } from '../data/queries.ts';
import { useUrlState } from '../data/url-state.ts';
import { type Calls, useCalls } from '../data/use-calls.ts';
import { useQueryText } from '../data/use-query-text.ts';
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
  const calls = useCalls(firstCalls);
  return (
    <div className="calls-page">
      <h1>Calls</h1>
      {calls.list === undefined || calls.list.calls.length === 0 ? (
        <NoCalls node={node} calls={calls} />
      ) : (
        <CallsView list={calls.list} calls={calls} firstQuery={firstQuery} />
      )}
    </div>
  );
}

interface CallsViewProps {
  readonly list: CallList;
  readonly calls: Calls;
  readonly firstQuery: string;
}

function CallsView({ list, calls, firstQuery }: CallsViewProps) {
  const { input, query, setQuery } = useQueryText(firstQuery);
  const sort = toSort(useUrlState().get('sort'));
  const terms = parseCallQuery(query);
  const fitting = list.calls.filter((call) => matchesCall(call, terms));
  const { inFlight, others } = splitCalls(fitting, sort);
  return (
    <>
      <CallCounts calls={list.calls} total={list.total} />
      <FilterBox
        input={input}
        action={withBase(pagePaths.calls())}
        label="Filter calls"
        placeholder="any word, or call: outcome: ns: pod: container: image: cause: id:"
        query={query}
        onQuery={setQuery}
        shown={fitting.length}
        total={list.calls.length}
      />
      <Gaps gaps={list.gaps} error={calls.error} />
      {fitting.length > 0 ? (
        <CallsTable inFlight={inFlight} others={others} order={`${sort} ${query}`} sort={sort} />
      ) : (
        <Picture icon={SearchX} tone="idle" title="No call fits this filter">
          <p>
            {list.calls.length} calls are known here.{' '}
            <a className="link" href={withBase(pagePaths.calls())}>
              Show them all
            </a>
          </p>
        </Picture>
      )}
      <Older list={list} calls={calls} />
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

function Older({ list, calls }: { list: CallList; calls: Calls }) {
  if (calls.loadOlder === null) return null;
  return (
    <p className="calls-older muted">
      {list.calls.length} of {list.total} calls are here.{' '}
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
