import {
  Activity,
  ArrowRightLeft,
  Boxes,
  FlaskConical,
  Layers,
  MessageCircleQuestion,
  Server,
} from 'lucide-react';
import { pagePaths } from '../server/contract/paths.ts';

/** The pages of the left rail, in order. A page stands here when it exists. */
export const NAV = [
  { href: pagePaths.node(), label: 'Node', keys: 'g n', icon: <Server aria-hidden />, badge: null },
  {
    href: pagePaths.pods(),
    label: 'Pods',
    keys: 'g p',
    icon: <Boxes aria-hidden />,
    badge: 'stuck',
  },
  {
    href: pagePaths.calls(),
    label: 'Calls',
    keys: 'g c',
    icon: <ArrowRightLeft aria-hidden />,
    badge: 'in-flight',
  },
  {
    href: pagePaths.images(),
    label: 'Images',
    keys: 'g i',
    icon: <Layers aria-hidden />,
    badge: null,
  },
  {
    href: pagePaths.stats(),
    label: 'Stats',
    keys: 'g s',
    icon: <Activity aria-hidden />,
    badge: null,
  },
  {
    href: pagePaths.probe(),
    label: 'Probe',
    keys: 'g r',
    icon: <FlaskConical aria-hidden />,
    badge: null,
  },
  {
    href: pagePaths.explain(),
    label: 'Explain',
    keys: 'g e',
    icon: <MessageCircleQuestion aria-hidden />,
    badge: null,
  },
] as const;
