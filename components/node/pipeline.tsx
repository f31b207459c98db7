import { PackageOpen } from 'lucide-react';
import Link from 'next/link';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import { STAGE_LABEL, STAGES, type Stage } from '../../server/contract/stage.ts';
import { Picture } from '../ui/picture.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { toColumn } from './pipeline-column.ts';

/** Where the pods stand: a column a CRI call, each a link to its pods. */
export function Pipeline({ node, podCount }: { node: NodeStatus; podCount: number }) {
  if (podCount === 0) {
    return (
      <Picture icon={PackageOpen} tone="idle" title="No pods on this node">
        <p>The runtime answers and knows no pod sandbox; kubelet has not asked for any.</p>
      </Picture>
    );
  }
  return (
    <section aria-labelledby="pipeline-title">
      <h2 id="pipeline-title">Where pods stand</h2>
      <ol className="flow live-data">
        {STAGES.map((stage) => (
          <Column key={stage} stage={stage} counts={node.counts[stage] ?? {}} />
        ))}
      </ol>
    </section>
  );
}

function Column({ stage, counts }: { stage: Stage; counts: NodeStatus['counts'][Stage] }) {
  const { total, parts, worst } = toColumn(stage, counts);
  return (
    <li data-stage={stage} data-empty={total === 0 || undefined}>
      <Link href={pagePaths.pods(`stage:${stage}`)} prefetch={false}>
        <span className="flow-name">{STAGE_LABEL[stage]}</span>
        <span className="flow-count">
          {total}
          {worst !== null && <StateIcon state={worst} />}
        </span>
        <span className="flow-words">
          {parts.length === 0 && <span className="faint">none</span>}
          {parts.map((part) => (
            <span key={part.state} className={`tone-${part.tone}`}>
              {part.count} {part.word}
            </span>
          ))}
        </span>
        <svg className="flow-bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden>
          {parts.map((part) => (
            <rect
              key={part.state}
              className={`tone-${part.tone}`}
              x={(100 * part.before) / total}
              width={(100 * part.count) / total}
              height="3"
            />
          ))}
        </svg>
      </Link>
    </li>
  );
}
