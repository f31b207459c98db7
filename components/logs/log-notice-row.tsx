import {
  Ban,
  CircleEllipsis,
  FileX,
  type LucideIcon,
  RefreshCw,
  RotateCw,
  Scissors,
  Unplug,
} from 'lucide-react';
import type { LogNotice } from '../../server/contract/log-record.ts';
import type { Tone } from '../ui/state-icon.tsx';

const LOOK: Readonly<
  Record<
    LogNotice['notice'],
    { readonly icon: LucideIcon; readonly tone: Tone; readonly word: string }
  >
> = {
  rotated: { icon: RotateCw, tone: 'info', word: 'Rotated' },
  truncated: { icon: Scissors, tone: 'run', word: 'Truncated' },
  restarted: { icon: RefreshCw, tone: 'info', word: 'Restarted' },
  gap: { icon: Ban, tone: 'fail', word: 'Gap' },
  dropped: { icon: Ban, tone: 'run', word: 'Dropped' },
  waiting: { icon: CircleEllipsis, tone: 'info', word: 'Waiting' },
  removed: { icon: FileX, tone: 'run', word: 'Removed' },
  disconnected: { icon: Unplug, tone: 'run', word: 'Connection' },
};

/** What happened to the log between two lines. */
export function LogNoticeRow({ notice }: { notice: LogNotice }) {
  const { icon: Icon, tone, word } = LOOK[notice.notice];
  return (
    <div className="log-notice" data-tone={tone} data-notice={notice.notice}>
      <Icon aria-hidden className={`inline-icon tone-${tone}`} />
      <b className={`tone-${tone}`}>{word}</b>
      <span>{notice.text}</span>
      <time className="faint" dateTime={notice.at} title={notice.at}>
        {notice.at.slice(11, 19)}
      </time>
    </div>
  );
}
