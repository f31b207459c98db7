import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './state-icon.tsx';

interface PictureProps {
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly title: string;
  /** What it means and what to do, in a sentence or two. */
  readonly children: ReactNode;
}

/** What stands where data would stand: empty, loading, stopped and broken each have their own. */
export function Picture({ icon: Icon, tone, title, children }: PictureProps) {
  return (
    <div className={`picture card tone-bg-${tone}`}>
      <span className={`picture-icon tone-${tone}`}>
        <Icon aria-hidden />
      </span>
      <div>
        <h3>{title}</h3>
        <div className="muted">{children}</div>
      </div>
    </div>
  );
}
