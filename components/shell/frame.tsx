'use client';
import { useParams, usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import type { Session } from '../../server/contract/live.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { type PodName, useNode } from '../data/queries.ts';
import { countStuck } from '../data/tone.ts';
import { useLive } from '../data/use-live.ts';
import { useClock, useClockValue } from '../ui/clock.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { CaptureBanner } from './capture-banner.tsx';
import { HelpDialog } from './help-dialog.tsx';
import type { NavItem } from './nav.ts';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { toggleTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';

interface FrameProps {
  readonly nav: readonly NavItem[];
  readonly session: Session;
  readonly firstNode: NodeStatus;
  readonly children: ReactNode;
}

/** Rail, top bar, notices, palette and help around the page; owner of the page's one stream. */
export function Frame({ nav, session, firstNode, children }: FrameProps) {
  const clock = useClock();
  const router = useRouter();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const live = useLive(useWatchedPod(), (change) =>
    clock.sync(Date.parse(change.now ?? change.asOf)),
  );
  const node = useNode(firstNode);
  const counts = useCounts(node);
  const openPalette = () => setOpen('palette');
  useKeys({
    'mod+k': () => setOpen((now) => (now === 'palette' ? null : 'palette')),
    ':': openPalette,
    '?': () => setOpen('help'),
    t: () => toggleTheme(),
    ...Object.fromEntries(nav.map((item) => [item.keys, () => router.push(item.href)])),
  });
  return (
    <div className="frame" data-capture={node.capture !== undefined || undefined}>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <TopBar
        node={node}
        session={session}
        live={live}
        onPalette={openPalette}
        onHelp={() => setOpen('help')}
      />
      {node.capture !== undefined && <CaptureBanner capture={node.capture} />}
      <Rail nav={nav} counts={counts} onPalette={openPalette} />
      <main id="main" tabIndex={-1} data-stale={node.stale || live.phase === 'lost' || undefined}>
        {children}
      </main>
      <Notices node={node} live={live} />
      <Palette nav={nav} isOpen={open === 'palette'} onClose={() => setOpen(null)} />
      <HelpDialog nav={nav} isOpen={open === 'help'} onClose={() => setOpen(null)} />
    </div>
  );
}

/** Shorter calls are normal life: a number that flickers tells nothing. */
const LONG_CALL_MS = 2_000;

/** What the rail counts beside its pages. */
function useCounts(node: NodeStatus) {
  const long = useClockValue(
    (now) =>
      node.callsInFlight.filter(({ since }) => now - Date.parse(since) >= LONG_CALL_MS).length,
  );
  return { stuck: countStuck(node), 'in-flight': long };
}

/** The pod that the address names: its detail is part of the stream. */
function useWatchedPod(): PodName | null {
  const params = useParams<{ namespace?: string; name?: string }>();
  const uid = useSearchParams().get('uid');
  const isPodPage = usePathname().startsWith('/pods/');
  if (!isPodPage || params.namespace === undefined || params.name === undefined) return null;
  return {
    namespace: decodeURIComponent(params.namespace),
    name: decodeURIComponent(params.name),
    uid,
  };
}
