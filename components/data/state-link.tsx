'use client';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type UrlChange, useUrlState } from './url-state.ts';

interface StateLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly change: UrlChange;
  /** After the address has changed, where a person followed the link by script. */
  readonly onFollow?: () => void;
}

/** A link to another state of the same page: an ordinary link without scripts, no request with them. */
export function StateLink({ change, onFollow, children, ...rest }: StateLinkProps) {
  const { href, set } = useUrlState();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    set(change);
    onFollow?.();
  };
  return (
    <a {...rest} href={href(change)} onClick={onClick}>
      {children}
    </a>
  );
}
