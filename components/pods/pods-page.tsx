'use client';
import { PackageOpen, SearchX } from 'lucide-react';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodList } from '../../server/contract/pod.ts';
import { matchesPod, parsePodQuery } from '../../server/contract/pod-query.ts';
import { withBase } from '../data/base-path.ts';
import { useAllPods, useNode } from '../data/queries.ts';
import { byUrgency } from '../data/tone.ts';
import { useQueryText } from '../data/use-query-text.ts';
import { FilterBox } from '../ui/filter-box.tsx';
import { Picture } from '../ui/picture.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import { PodsTable } from './pods-table.tsx';

interface PodsPageProps {
  readonly firstNode: NodeStatus;
  /** Those that fit the filter of the address. */
  readonly firstPods: PodList;
  readonly firstQuery: string;
}

/** All pods of the node, what needs a person first. */
export function PodsPage({ firstNode, firstPods, firstQuery }: PodsPageProps) {
  const node = useNode(firstNode);
  const { input, query, setQuery } = useQueryText(firstQuery);
  const terms = parsePodQuery(query);
  const all = useAllPods() ?? firstPods;
  const pods = all.pods.filter((pod) => matchesPod(pod, terms)).toSorted(byUrgency);
  const total = Object.values(node.outcomes).reduce((sum, count) => sum + count, 0);
  return (
    <div className="pods-page">
      <h1>Pods</h1>
      <OutcomeCounts node={node} total={total} />
      <FilterBox
        input={input}
        action={withBase(pagePaths.pods())}
        label="Filter pods"
        placeholder="any word, or stage: state: outcome: ns: cause: image:"
        query={query}
        onQuery={setQuery}
        shown={pods.length}
        total={total}
      />
      {pods.length > 0 && (
        <PodsTable pods={pods} filter={query} cutCount={all.total - all.pods.length} />
      )}
      {pods.length === 0 && total === 0 && (
        <Picture icon={PackageOpen} tone="idle" title="No pods on this node">
          <p>
            {node.runtime.health.message ?? 'Neither the runtime nor kubelet knows a pod here.'}
          </p>
        </Picture>
      )}
      {pods.length === 0 && total > 0 && (
        <Picture icon={SearchX} tone="idle" title="No pod fits this filter">
          <p>
            {total} pods are on this node.{' '}
            <a className="link" href={withBase(pagePaths.pods())}>
              Show them all
            </a>
          </p>
        </Picture>
      )}
    </div>
  );
}
