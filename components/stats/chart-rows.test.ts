import { describe, expect, it } from 'vitest';
import { STATS_FIGURES, type StatsLine, type StatsSeries } from '../../server/contract/stats.ts';
import { mergeSeries } from '../data/merge-series.ts';
import { roundTop, summarise, toChartRows, toMarks } from './chart-rows.ts';
import { formatRate } from './stat-words.ts';

const figuresOf = (
  points: readonly (number | null)[],
  part: Partial<StatsLine['figures']> = {},
) => ({
  ...(Object.fromEntries(
    STATS_FIGURES.map((figure) => [figure, [...points]]),
  ) as StatsLine['figures']),
  ...part,
});
function series(part: Partial<StatsSeries> = {}): StatsSeries {
  return {
    containerId: 'c1',
    attempt: 0,
    at: [1_000, 2_000, 3_000],
    figures: figuresOf([1, 2, 3]),
    gapAt: [],
    asOf: '2026-01-31T03:12:04.000Z',
    everySeconds: 1,
    missing: {},
    container: null,
    earlier: [],
    gaps: [],
    ...part,
  };
}
const cpu = (rows: ReturnType<typeof toChartRows>) =>
  rows.map(({ at, cpuCores }) => [at, cpuCores]);

describe('rows of a chart', () => {
  it('a gap parts the line, and another attempt is another line', () => {
    const earlier = [{ ...series({ at: [100, 200], figures: figuresOf([7, 8]) }) }];
    const rows = toChartRows(series({ attempt: 1, gapAt: [2], earlier }), ['cpuCores'], 0);
    expect(cpu(rows)).toEqual([
      [100, 7],
      [200, 8],
      [999, null],
      [1_000, 1],
      [2_000, 2],
      [2_999, null],
      [3_000, 3],
    ]);
  });

  it('begins where it is asked to, and what is missing stays missing', () => {
    const rows = toChartRows(series({ figures: figuresOf([1, null, 3]) }), ['cpuCores'], 2_000);
    expect(cpu(rows)).toEqual([
      [2_000, null],
      [3_000, 3],
    ]);
    expect(toChartRows(series(), ['cpuCores'], 9_000)).toEqual([]);
  });

  it('of many points the highest stand for the others: a spike is not lost', () => {
    const at = Array.from({ length: 1_800 }, (_, index) => index * 1_000);
    const points = at.map((_, index) => (index === 901 ? 99 : 1));
    const rows = toChartRows(series({ at, figures: figuresOf(points) }), ['cpuCores'], 0);
    expect(rows.length).toBeLessThanOrEqual(300);
    expect(Math.max(...rows.map(({ cpuCores }) => cpuCores ?? 0))).toBe(99);
  });

  it('marks where the kernel killed, and where an attempt began', () => {
    const figures = figuresOf([1, 1, 1], { oomKills: [0, 0, 2] });
    const earlier = [series({ at: [100], figures: figuresOf([1]) })];
    expect(toMarks(series({ attempt: 3, figures, earlier }), 0)).toEqual([
      { at: 1_000, label: 'attempt 3' },
      { at: 3_000, label: '2 × OOM' },
    ]);
  });
});

describe('a line in figures', () => {
  it('has its extremes and its gaps; what is missing at its ends is no gap', () => {
    const rows = [null, 3, 1, null, null, 2, null].map((cpuCores, at) => ({ at, cpuCores }));
    expect(summarise(rows, 'cpuCores')).toEqual({ lowest: 1, highest: 3, gaps: 1 });
    expect(summarise(rows, 'processes')).toBeNull();
  });
});

it.each([
  [640, '640 B/s'],
  [1_500, '1.5 kB/s'],
  [2_000, '2 kB/s'],
  [9_990, '10 kB/s'],
  [12_000_000, '12.0 MB/s'],
])('%d bytes a second is %s', (value, text) => expect(formatRate(value)).toBe(text));

describe('a line that grows', () => {
  it('what came later stands at its end, once', () => {
    const later = series({ at: [3_000, 4_000], figures: figuresOf([3, 4]), gapAt: [1] });
    const merged = mergeSeries(series(), later);
    expect(merged.at).toEqual([1_000, 2_000, 3_000, 4_000]);
    expect(merged.figures.cpuCores).toEqual([1, 2, 3, 4]);
    expect(merged.gapAt).toEqual([3]);
    expect(mergeSeries(merged, series({ at: [], figures: figuresOf([]) })).at).toEqual(merged.at);
  });

  it('is bounded', () => {
    const at = Array.from({ length: 1_800 }, (_, index) => index);
    const full = series({ at, figures: figuresOf(at), gapAt: [0, 5] });
    const merged = mergeSeries(full, series({ at: [9_000], figures: figuresOf([1]) }));
    expect(merged.at).toHaveLength(1_800);
    expect(merged.figures.cpuCores?.at(-1)).toBe(1);
    expect(merged.gapAt).toEqual([4]);
  });
});

it.each([
  [50 * 2 ** 20, true, 64 * 2 ** 20],
  [2 ** 30, true, 2 ** 30],
  [0.03, false, 0.04],
  [1.5, false, 2],
  [9, false, 10],
])('the edge above %d is round', (value, isBinary, top) => {
  expect(roundTop(value, isBinary)).toBeCloseTo(top, 6);
});
