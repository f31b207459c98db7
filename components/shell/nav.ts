import type { ReactNode } from 'react';

/** A page as the frame shows it; the list comes from app/. */
export interface NavItem {
  readonly href: string;
  readonly label: string;
  readonly keys: string;
  readonly icon: ReactNode;
  /** A live count beside the label. */
  readonly badge: 'stuck' | 'in-flight' | null;
}

/** Whether a page, or one below it, is open. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  return item.href === '/'
    ? pathname === '/'
    : pathname === item.href || pathname.startsWith(`${item.href}/`);
}
