'use client';
import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Kbd } from '../ui/kbd.tsx';
import { isCurrent, type NavItem } from './nav.ts';

interface RailProps {
  readonly nav: readonly NavItem[];
  readonly counts: Readonly<Record<NonNullable<NavItem['badge']>, number>>;
  readonly onPalette: () => void;
}

const BADGE_WORD = { stuck: 'stuck', 'in-flight': 'in flight' } as const;

/** The pages: a rail at the left, a bar at the bottom of a phone. */
export function Rail({ nav, counts, onPalette }: RailProps) {
  const pathname = usePathname();
  return (
    <nav className="rail" aria-label="Pages">
      {nav.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          prefetch={false}
          aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          title={`${item.label} (${item.keys})`}
        >
          {item.icon}
          <span className="rail-label">{item.label}</span>
          {item.badge !== null && counts[item.badge] > 0 && (
            <span className="rail-badge" data-badge={item.badge}>
              {counts[item.badge]}
              <span className="only-screen-reader"> {BADGE_WORD[item.badge]}</span>
            </span>
          )}
        </Link>
      ))}
      <button type="button" className="rail-search needs-script" onClick={onPalette}>
        <Search aria-hidden />
        <span className="rail-label">Jump</span>
      </button>
      <p className="rail-foot faint needs-script">
        <Kbd keys="?" /> keys
      </p>
    </nav>
  );
}
