import type { StatsFigure, StatsLine, StatsSeries } from '../../server/contract/stats.ts';

/** One moment of a chart: values by figure, null where the line has a gap. */
export interface ChartRow {
  readonly at: number;
  readonly [figure: string]: number | null;
}

/** A moment that is marked in a chart. */
export interface ChartMark {
  readonly at: number;
  readonly label: string;
}

/** 300 points: about as many as a chart has pixels for, and drawn in a few milliseconds. */
const MAX_ROWS = 300;

/** The lines of all attempts as rows from a time on, parted where there is a gap; of many points the highest stand for their neighbours. */
export function toChartRows(
  series: StatsSeries,
  figures: readonly StatsFigure[],
  fromMs: number,
): readonly ChartRow[] {
  const stretches = [...series.earlier, series].flatMap((line) => toStretches(line, fromMs));
  const count = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const step = Math.max(1, Math.ceil(count / MAX_ROWS));
  const rows: ChartRow[] = [];
  for (const { line, from, to } of stretches) {
    const first = line.at[from];
    if (rows.length > 0 && first !== undefined) rows.push(toGap(first - 1, figures));
    for (let index = from; index < to; index += step) {
      rows.push(toRow(line, figures, [index, Math.min(index + step, to)]));
    }
  }
  return rows;
}

interface Stretch {
  readonly line: StatsLine;
  readonly from: number;
  readonly to: number;
}

/** The parts of a line between its gaps, as [from, to) of its points. */
function toStretches(line: StatsLine, fromMs: number): readonly Stretch[] {
  const begin = line.at.findIndex((at) => at >= fromMs);
  if (begin === -1) return [];
  const gaps = line.gapAt.filter((index) => index > begin && index < line.at.length);
  const starts = [begin, ...gaps];
  return starts.map((from, index) => ({ line, from, to: starts[index + 1] ?? line.at.length }));
}

function toGap(at: number, figures: readonly StatsFigure[]): ChartRow {
  return { at, ...Object.fromEntries(figures.map((figure) => [figure, null])) };
}

function toRow(
  line: StatsLine,
  figures: readonly StatsFigure[],
  [from, to]: readonly [from: number, to: number],
): ChartRow {
  const highest = (figure: StatsFigure): number | null => {
    const values = (line.figures[figure] ?? []).slice(from, to).filter((value) => value !== null);
    return values.length === 0 ? null : Math.max(...values);
  };
  return {
    at: line.at[to - 1] ?? 0,
    ...Object.fromEntries(figures.map((figure) => [figure, highest(figure)])),
  };
}

/** A line in figures, for who does not see it: its extremes, and how often it is broken off. */
export interface LineSummary {
  readonly lowest: number;
  readonly highest: number;
  readonly gaps: number;
}

/** Null where there is no point. */
export function summarise(rows: readonly ChartRow[], figure: string): LineSummary | null {
  const values = rows.map((row) => row[figure] ?? null);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const begins = values.filter((value, index) => value !== null && values[index - 1] == null);
  return {
    lowest: Math.min(...known),
    highest: Math.max(...known),
    gaps: begins.length - 1,
  };
}

/** Where the count of OOM kills grew, and where another attempt began. */
export function toMarks(series: StatsSeries, fromMs: number): readonly ChartMark[] {
  const lines = [...series.earlier, series];
  const starts = lines.slice(1).flatMap(({ at, attempt }) => {
    const [first] = at;
    return first === undefined ? [] : [{ at: first, label: `attempt ${attempt}` }];
  });
  return [...starts, ...lines.flatMap(oomMarks)].filter(({ at }) => at >= fromMs);
}

function oomMarks({ at, figures }: StatsLine): readonly ChartMark[] {
  const counts = figures.oomKills ?? [];
  return counts.flatMap((count, index) => {
    const before = counts[index - 1];
    const time = at[index];
    if (count === null || before == null || time === undefined || count <= before) return [];
    return [{ at: time, label: count - before === 1 ? 'OOM' : `${count - before} × OOM` }];
  });
}

/** Steps that people count in, by tens and by powers of two. */
const TENS = [1, 2, 4, 8, 10] as const;
const TWOS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024] as const;

/** The next round number above a value: the upper edge of a chart, whose quarters are round too. */
export function roundTop(value: number, isBinary: boolean): number {
  const base = isBinary ? 1_024 : 10;
  const unit = base ** Math.floor(Math.log(Math.max(value, 1e-9)) / Math.log(base));
  const step = (isBinary ? TWOS : TENS).find((candidate) => candidate * unit >= value);
  return (step ?? base) * unit;
}
