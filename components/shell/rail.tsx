'use client';
import { Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Kbd } from '../ui/kbd.tsx';
import { isCurrent, type NavItem } from './nav.ts';

interface RailProps {
  readonly nav: readonly NavItem[];
  readonly stuck: number;
  readonly onPalette: () => void;
}

/** The pages: a rail at the left, a bar at the bottom of a phone. */
export function Rail({ nav, stuck, onPalette }: RailProps) {
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
          {item.badge === 'stuck' && stuck > 0 && (
            <span className="rail-badge">
              {stuck}
              <span className="only-screen-reader"> stuck</span>
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
