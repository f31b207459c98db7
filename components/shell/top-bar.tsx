'use client';
import { Search, SunMoon } from 'lucide-react';
import Link from 'next/link';
import type { Session } from '../../server/contract/live.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { LiveState } from '../data/use-live.ts';
import { formatMebibytes } from '../ui/format.ts';
import { Kbd } from '../ui/kbd.tsx';
import { LiveBadge } from './live-badge.tsx';
import { Sources } from './sources.tsx';
import { toggleTheme } from './theme.ts';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly node: NodeStatus;
  readonly session: Session;
  readonly live: LiveState;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

/** Which node this is, how fresh the data are and where they come from. */
export function TopBar({ node, session, live, onPalette, onHelp }: TopBarProps) {
  const { runtime } = node;
  return (
    <header className="top-bar">
      <Link className="brand" href={pagePaths.node()} prefetch={false}>
        cri<b>·</b>triage
      </Link>
      <span className="top-node mono" title={node.name}>
        {node.name}
      </span>
      <span className="top-runtime muted" title={runtime.endpoint ?? runtime.endpointReason}>
        {runtime.name === null ? 'no runtime yet' : `${runtime.name} ${runtime.version ?? ''}`}
      </span>
      <LiveBadge node={node} live={live} />
      <Sources sources={node.sources} />
      <span className="top-space" />
      <button
        type="button"
        className="top-jump needs-script"
        aria-label="Jump to anything"
        onClick={onPalette}
      >
        <Search aria-hidden />
        <span>Jump to anything</span>
        <Kbd keys="Ctrl K" />
      </button>
      <Cost cost={node.cost} />
      <button
        type="button"
        className="icon-button needs-script"
        aria-label="Switch between dark and light"
        data-tip="Dark or light (t)"
        onClick={toggleTheme}
      >
        <SunMoon aria-hidden />
      </button>
      <UserMenu session={session} onHelp={onHelp} />
    </header>
  );
}

function Cost({ cost }: { cost: NodeStatus['cost'] }) {
  const total = cost.rssBytes + (cost.rendererRssBytes ?? 0);
  const parts = [
    `server ${formatMebibytes(cost.rssBytes)}`,
    cost.rendererRssBytes === null
      ? 'renderer not running'
      : `page renderer ${formatMebibytes(cost.rendererRssBytes)}`,
  ];
  return (
    <span
      className="top-cost faint"
      title={`What cri-triage itself takes of this node: ${parts.join(', ')}`}
    >
      own cost {cost.cpuPercent.toFixed(1)} % · {formatMebibytes(total)}
    </span>
  );
}
