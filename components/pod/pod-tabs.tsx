'use client';
import type { PodDetail } from '../../server/contract/pod.ts';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { PodHistoryView } from './pod-history.tsx';
import { Timeline } from './timeline.tsx';

const TABS = [
  { id: 'timeline', label: 'Timeline' },
  { id: 'json', label: 'JSON' },
] as const;

/** More of the pod, one view at a time; which one is in the address. */
export function PodTabs({ pod }: { pod: PodDetail }) {
  const asked = useUrlState().get('tab');
  const open = TABS.find((tab) => tab.id === asked)?.id ?? 'timeline';
  return (
    <section className="tabs" aria-label="More">
      <nav className="tab-list" aria-label="Views">
        {TABS.map((tab) => (
          <StateLink
            key={tab.id}
            change={{ tab: tab.id === 'timeline' ? null : tab.id }}
            aria-current={tab.id === open ? 'true' : undefined}
          >
            {tab.label}
          </StateLink>
        ))}
      </nav>
      <div className="tab-panel card">
        {open === 'timeline' ? (
          <>
            {pod.history !== undefined && <PodHistoryView history={pod.history} />}
            <Timeline entries={pod.timeline} />
          </>
        ) : (
          <PodJson pod={pod} />
        )}
      </div>
    </section>
  );
}

/** What the API answers for this pod; secrets were taken out before it left the server. */
function PodJson({ pod }: { pod: PodDetail }) {
  const text = JSON.stringify(pod, null, 2);
  return (
    <div className="json">
      <pre>{text}</pre>
      <CopyButton text={text} label="Copy JSON" />
    </div>
  );
}
