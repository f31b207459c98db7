'use client';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { PodDetail } from '../../server/contract/pod.ts';
import { PodFocusProvider, selectContainer } from '../data/pod-focus.tsx';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { ContainerChips } from './container-chips.tsx';
import { PodHistoryView } from './pod-history.tsx';
import { Timeline } from './timeline.tsx';

const TABS = [
  { id: 'logs', label: 'Logs', keys: 'l' },
  { id: 'exec', label: 'Exec', keys: 'e' },
  { id: 'stats', label: 'Stats', keys: 's' },
  { id: 'timeline', label: 'Timeline', keys: null },
  { id: 'json', label: 'JSON', keys: null },
] as const;
type TabId = (typeof TABS)[number]['id'];

/** Views of the selected container, each a feature of its own. */
export type ContainerPanels = Readonly<Record<'logs' | 'exec' | 'stats', ReactNode>>;

interface PodTabsProps {
  readonly pod: PodDetail;
  readonly isGone?: boolean;
  /** Absent where the page is shown without them. */
  readonly panels?: ContainerPanels | undefined;
}

/** More of the pod, one view at a time; which one is in the address. */
export function PodTabs({ pod, isGone = false, panels }: PodTabsProps) {
  const url = useUrlState();
  const asked = url.get('tab');
  const tabs = TABS.filter(({ keys }) => keys === null || panels !== undefined);
  const open = tabs.find((tab) => tab.id === asked)?.id ?? 'timeline';
  const show = (id: TabId) => () => {
    url.set(toTab(id));
    document.getElementById('views')?.scrollIntoView({ block: 'start' });
  };
  // A link to a view leads to it, past what stands above.
  const isLinked = useEffectEvent(() => panels !== undefined && isContainerView(open));
  useEffect(() => {
    if (isLinked()) document.getElementById('views')?.scrollIntoView({ block: 'start' });
  }, []);
  useKeys(panels === undefined ? {} : { l: show('logs'), e: show('exec'), s: show('stats') });
  return (
    <section
      id="views"
      className="tabs"
      aria-label="More"
      data-tall={isContainerView(open) || undefined}
    >
      <nav className="tab-list" aria-label="Views">
        {tabs.map((tab) => (
          <StateLink
            key={tab.id}
            change={toTab(tab.id)}
            aria-current={tab.id === open ? 'true' : undefined}
            title={
              tab.keys === null ? undefined : `${tab.label} of the selected container (${tab.keys})`
            }
          >
            {tab.label}
          </StateLink>
        ))}
      </nav>
      {panels !== undefined && (
        <ContainerViews
          // Of a pod that went while it was looked at only its files are left.
          pod={isGone ? { ...pod, source: 'history' } : pod}
          open={open}
          panels={panels}
        />
      )}
      {(open === 'timeline' || open === 'json') && (
        <div className="tab-panel card">
          {open === 'json' && <PodJson pod={pod} />}
          {open === 'timeline' && pod.history !== undefined && (
            <PodHistoryView history={pod.history} />
          )}
          {open === 'timeline' && <Timeline entries={pod.timeline} />}
        </div>
      )}
    </section>
  );
}

const isContainerView = (id: TabId): boolean => id === 'logs' || id === 'exec' || id === 'stats';

/** A moment of one view is none of another. */
function toTab(id: TabId) {
  return { tab: id === 'timeline' ? null : id, at: null };
}

interface ContainerViewsProps {
  readonly pod: PodDetail;
  readonly open: TabId;
  readonly panels: ContainerPanels;
}

function ContainerViews({ pod, open, panels }: ContainerViewsProps) {
  const container = selectContainer(pod, useUrlState().get('container'));
  // A terminal that was opened lives on while another view is looked at.
  const [hasTerminal, setHasTerminal] = useState(false);
  if (open === 'exec' && !hasTerminal) setHasTerminal(true);
  const isOpen = isContainerView(open);
  if (!isOpen && !hasTerminal) return null;
  return (
    <PodFocusProvider focus={{ pod, container }}>
      <div hidden={!isOpen}>
        <noscript>
          <p className="muted">
            This view moves, and needs scripts. On the node: <code>crictl logs ID</code>,{' '}
            <code>crictl exec -it ID sh</code>, <code>crictl stats</code>.
          </p>
        </noscript>
        <ContainerChips containers={pod.containers} selected={container} />
        {open === 'logs' && <div className="tab-panel card">{panels.logs}</div>}
        {open === 'stats' && <div className="tab-panel">{panels.stats}</div>}
        {hasTerminal && <div hidden={open !== 'exec'}>{panels.exec}</div>}
      </div>
    </PodFocusProvider>
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
