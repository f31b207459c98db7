const WIDTH = 100;
const HEIGHT = 20;
/** Room for the stroke at top and bottom. */
const EDGE = 1.5;

interface SparklineProps {
  /** Oldest first; null is a gap. */
  readonly points: readonly (number | null)[];
  /** How many points the whole width has: a line that is short yet stands at the right. */
  readonly slots: number;
  /** The value at the upper edge; null: the highest point. */
  readonly top?: number | null;
}

/** A small line beside a number, which says the same: decoration for those who cannot see it. */
export function Sparkline({ points, slots, top = null }: SparklineProps) {
  const shown = points.slice(-slots);
  const highest = Math.max(top ?? 0, ...shown.map((value) => value ?? 0));
  const lines = toLines(shown, slots, highest);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {lines.map((line) => (
        <polyline key={line} points={line} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

/** The stretches between gaps, as `points` of a polyline. */
export function toLines(
  points: readonly (number | null)[],
  slots: number,
  highest: number,
): readonly string[] {
  const step = WIDTH / Math.max(slots - 1, 1);
  const first = slots - points.length;
  const stretches: string[][] = [[]];
  points.forEach((value, index) => {
    if (value === null) {
      stretches.push([]);
      return;
    }
    const share = highest <= 0 ? 0 : Math.min(value / highest, 1);
    const y = HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE);
    stretches.at(-1)?.push(`${((first + index) * step).toFixed(1)},${y.toFixed(1)}`);
  });
  // A single point has no line: it is drawn as a short one.
  return stretches
    .filter((stretch) => stretch.length > 0)
    .map((stretch) => (stretch.length === 1 ? [...stretch, ...stretch] : stretch).join(' '));
}
