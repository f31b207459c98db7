const WIDTH = 1_000;

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Null where the whole is not known: the bar then only says that something moves. */
  readonly total: number | null;
  readonly tone: 'ok' | 'run' | 'info' | 'idle';
}

/** A slim bar; its width is the caller's. */
export function ProgressBar({ label, done, total, tone }: ProgressBarProps) {
  const share = total === null || total <= 0 ? null : Math.min(done / total, 1);
  const percent = share === null ? undefined : Math.floor(share * 100);
  return (
    <span
      className={`progress tone-${tone}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percent === undefined ? 'of unknown size' : `${percent} %`}
    >
      <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden>
        <rect width={share === null ? 0 : share * WIDTH} height="6" />
      </svg>
    </span>
  );
}
