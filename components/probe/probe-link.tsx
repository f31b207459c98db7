'use client';
import type { MouseEvent, ReactNode } from 'react';
import { pagePaths } from '../../server/contract/paths.ts';
import { withBase } from '../data/base-path.ts';
import { useUrlState } from '../data/url-state.ts';

interface ProbeLinkProps {
  readonly to: NonNullable<Parameters<typeof pagePaths.probe>[0]>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** To another probe, or to the form: on the page that is open, so that the form keeps what was typed. */
export function ProbeLink({ to, className = 'link', children }: ProbeLinkProps) {
  const { push } = useUrlState();
  const path = pagePaths.probe(to);
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    push(path);
    window.scrollTo(0, 0);
  };
  return (
    <a className={className} href={withBase(path)} onClick={onClick}>
      {children}
    </a>
  );
}
