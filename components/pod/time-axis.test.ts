import { describe, expect, it } from 'vitest';
import { toTimeAxis } from './time-axis.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });

describe('time axis', () => {
  it('is linear where calls follow one another', () => {
    const axis = toTimeAxis([span(1_000, 1_400), span(1_500, 2_000)]);
    expect(axis.gaps).toEqual([]);
    expect(axis.spanMs).toBe(1_000);
    expect([1_000, 1_250, 2_000].map(axis.at)).toEqual([0, 0.25, 1]);
  });

  it('cuts a long pause, and keeps the lengths of calls true to each other', () => {
    const axis = toTimeAxis([span(0, 200), span(300_000, 300_100), span(600_000, 600_100)]);
    expect(axis.gaps.map(({ ms }) => ms)).toEqual([299_800, 299_900]);
    const first = axis.at(200) - axis.at(0);
    const second = axis.at(300_100) - axis.at(300_000);
    expect(first).toBeCloseTo(2 * second, 6);
    expect(first).toBeGreaterThan(0.3);
    expect(axis.at(600_100)).toBeCloseTo(1, 6);
  });

  it('never leaves its bounds nor turns round', () => {
    const axis = toTimeAxis([span(0, 10), span(90_000, 90_010)]);
    const xs = [-5, 0, 10, 40_000, 90_000, 90_010, 99_999].map(axis.at);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    expect(Math.min(...xs)).toBe(0);
    expect(Math.max(...xs)).toBe(1);
  });

  it('many pauses leave half of the axis to the calls', () => {
    const spans = Array.from({ length: 80 }, (_, index) =>
      span(index * 60_000, index * 60_000 + 50),
    );
    const axis = toTimeAxis(spans);
    expect(axis.gaps).toHaveLength(79);
    expect(axis.gaps.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(0.5, 6);
  });

  it('nothing is an axis too', () => {
    expect(toTimeAxis([]).at(5)).toBe(0);
    expect(toTimeAxis([span(5, 5)]).spanMs).toBe(0);
  });
});
