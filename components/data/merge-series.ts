import type { StatsFigure, StatsSeries } from '../../server/contract/stats.ts';

/** 1,800 points: half an hour at one a second; more than a chart has pixels. */
const MAX_POINTS = 1_800;

/** A line with what came later at its end; the oldest points give way. */
export function mergeSeries(known: StatsSeries, later: StatsSeries): StatsSeries {
  const last = known.at.at(-1) ?? Number.NEGATIVE_INFINITY;
  const skip = later.at.findIndex((at) => at > last);
  const from = skip === -1 ? later.at.length : skip;
  const at = [...known.at, ...later.at.slice(from)];
  const cut = Math.max(0, at.length - MAX_POINTS);
  const figures: Partial<Record<StatsFigure, (number | null)[]>> = {};
  for (const [figure, points] of Object.entries(later.figures)) {
    const old = known.figures[figure as StatsFigure] ?? known.at.map(() => null);
    figures[figure as StatsFigure] = [...old, ...points.slice(from)].slice(cut);
  }
  const gapAt = [...known.gapAt, ...later.gapAt.map((index) => index - from + known.at.length)];
  return {
    ...later,
    at: at.slice(cut),
    figures: { ...known.figures, ...figures },
    gapAt: gapAt.map((index) => index - cut).filter((index) => index >= 0),
    earlier: known.earlier,
  };
}
