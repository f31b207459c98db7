import { describe, expect, it } from 'vitest';
import { ContainerSeries } from './container-series.ts';
import { FigureRing, noPoints } from './figure-ring.ts';
import { toSample } from './sample.ts';
import { SeriesStore } from './series-store.ts';
import { reading, target } from './testing/reading.ts';

const PACES = { everyMs: 5_000, fineMs: 1_000, cores: 4 };

/** `readings` seconds long, one a second, each using `cores`. */
function fill(series: ContainerSeries, seconds: number, isOpened: (second: number) => boolean) {
  for (let second = 0; second <= seconds; second += 1) {
    const now = reading({ tickMs: second * 1_000, cpuUsageUs: second * 500_000 });
    const isDue = isOpened(second) || second < 2 || (second - 1) % 5 === 0;
    if (isDue) series.add(now, isOpened(second), PACES);
  }
}

describe('a ring of samples', () => {
  it('grows to its capacity and then drops the oldest', () => {
    const ring = new FigureRing(40);
    for (let index = 0; index < 100; index += 1) {
      const sample = toSample(null, reading({ tickMs: index, oomKills: index }), PACES);
      if (sample !== null) ring.push(sample);
    }
    expect(ring.size).toBe(40);
    expect(ring.last('oomKills', 3)).toEqual([97, 98, 99]);
    const points = noPoints();
    ring.copyTo(points, 0);
    expect(points.figures.oomKills).toEqual(Array.from({ length: 40 }, (_, index) => index + 60));
    expect(points.at).toHaveLength(40);
  });

  it('keeps missing apart from 0', () => {
    const ring = new FigureRing(20);
    for (const oomKills of [0, { missing: 'x' }]) {
      const sample = toSample(null, reading({ oomKills }), PACES);
      if (sample !== null) ring.push(sample);
    }
    expect(ring.last('oomKills', 2)).toEqual([0, null]);
  });
});

describe('the line of a container', () => {
  it('has its first rate with the second reading, a second later', () => {
    const series = new ContainerSeries(target('a'), 720);
    fill(series, 21, () => false);
    const { at, figures, gapAt } = series.points(0);
    expect(at.map((ms) => ms - 1_795_985_500_000)).toEqual([
      0, 1_000, 6_000, 11_000, 16_000, 21_000,
    ]);
    expect(figures.cpuCores).toEqual([null, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(gapAt).toEqual([0]);
  });

  it('goes on each second without a gap when its pod is opened, and keeps what was before', () => {
    const series = new ContainerSeries(target('a'), 720);
    fill(series, 30, (second) => second >= 13);
    const { at, figures, gapAt } = series.points(0);
    expect(at.map((ms) => (ms - 1_795_985_500_000) / 1_000)).toEqual([
      0,
      1,
      6,
      11,
      ...Array.from({ length: 18 }, (_, index) => index + 13),
    ]);
    expect(figures.cpuCores.slice(1).every((cores) => cores === 0.5)).toBe(true);
    expect(gapAt).toEqual([0]);
  });

  it('has a gap and no spike where the container was gone for a while', () => {
    const series = new ContainerSeries(target('a'), 720);
    fill(series, 6, () => true);
    series.interrupt();
    expect(series.latest).toBeNull();
    // The same id with counters that are already higher: only the stop tells that they are others.
    series.add(reading({ tickMs: 8_000, cpuUsageUs: 90_000_000 }), true, PACES);
    series.add(reading({ tickMs: 9_000, cpuUsageUs: 90_500_000 }), true, PACES);
    const { figures, gapAt } = series.points(0);
    expect(figures.cpuCores).toEqual([null, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, null, 0.5]);
    expect(gapAt).toEqual([0, 7]);
  });

  it('loses nothing when its pod is closed and opened again', () => {
    const series = new ContainerSeries(target('a'), 720);
    fill(series, 61, (second) => (second >= 3 && second < 8) || second >= 50);
    const { at, figures, gapAt } = series.points(0);
    const seconds = at.map((ms) => (ms - 1_795_985_500_000) / 1_000);
    expect(seconds.slice(0, 3)).toEqual([0, 1, 6]);
    expect(seconds.slice(3, 13)).toEqual([11, 16, 21, 26, 31, 36, 41, 46, 50, 51]);
    expect(figures.cpuCores.slice(1).every((cores) => cores === 0.5)).toBe(true);
    expect(gapAt).toEqual([0]);
    const closed = new ContainerSeries(target('a'), 720);
    fill(closed, 21, (second) => second >= 3 && second < 8);
    const closedAt = closed.points(0).at.map((ms) => (ms - 1_795_985_500_000) / 1_000);
    expect(closedAt).toEqual([0, 1, 3, 4, 5, 6, 7, 11, 16, 21]);
  });

  it('tells only what is later than asked', () => {
    const series = new ContainerSeries(target('a'), 720);
    fill(series, 10, () => true);
    expect(series.points(1_795_985_500_000 + 8_000).at).toEqual([
      1_795_985_509_000, 1_795_985_510_000,
    ]);
  });
});

describe('all lines', () => {
  it('are shorter where there are many containers, and none is shorter than ten minutes', () => {
    const store = new SeriesStore();
    const series = store.open(target('a'), 5_000);
    for (let index = 0; index < 500; index += 1) {
      series.add(reading({ tickMs: index * 5_000 }), false, PACES);
    }
    expect(series.size).toBe(120);
  });

  it('of ended containers are kept for an hour, and not without end in a crash loop', () => {
    const store = new SeriesStore();
    for (let index = 0; index < 400; index += 1) {
      store.open(target(`c${index}`), 1).add(reading({ tickMs: index }), false, PACES);
    }
    const nowMs = 1_795_985_500_000 + 1_000;
    store.settle(new Set(['c399']), nowMs);
    expect([...store.all()]).toHaveLength(301);
    expect(store.get('c398')?.latest).toBeNull();
    store.settle(new Set(['c399']), nowMs + 3_600_000);
    expect([...store.all()].map((one) => one.target.containerId)).toEqual(['c399']);
  });
});
