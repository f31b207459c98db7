import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatCountdown,
  formatDuration,
  formatFreshness,
  formatOffset,
  formatShortAge,
  formatTimes,
  utcClock,
  utcStamp,
} from './format.ts';

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [612, '612 ms'],
    [3_140, '3.1 s'],
    [42_000, '42 s'],
    [161_000, '2 min 41 s'],
    [3_600_000 * 3 + 60_000 * 12, '3 h 12 min'],
    [86_400_000 * 12, '12 d'],
    [-5, '0 ms'],
  ])('%i ms → %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('ages tick in whole seconds', () => {
    expect(formatAge(999)).toBe('0 s');
    expect(formatAge(120_000)).toBe('2 min');
    expect(formatShortAge(161_000)).toBe('2 min');
    expect(formatFreshness(440)).toBe('0.4 s');
    expect(formatFreshness(14_200)).toBe('14 s');
  });
});

it.each([
  [161_000, '2:41'],
  [41_000, '0:41'],
  [3_723_000, '1:02:03'],
  [-1, '0:00'],
])('a countdown of %i ms reads %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});

it('times are told in UTC', () => {
  expect(utcClock('2026-01-31T03:12:04.481Z')).toBe('03:12:04');
  expect(utcStamp('2026-01-31T03:12:04.481Z')).toBe('2026-01-31 03:12:04.481 UTC');
});

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [340_000, '340 kB'],
    [14_230_000, '14.2 MB'],
    [2_400_000_000, '2.4 GB'],
    [5e15, '5000.0 TB'],
    [-3, '0 B'],
  ])('%i → %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('against the usual', () => {
  it.each([
    [800, 100, '8×'],
    [165, 100, '1.6×'],
    [5_000, 100, '50×'],
    [120, 100, null],
    [null, 100, null],
    [120, null, null],
    [120, 0, null],
  ])('%s of %s → %s', (ms, usualMs, text) => {
    expect(formatTimes(ms, usualMs)).toBe(text);
  });
});

it.each([
  [-4_000, '4 s before'],
  [125_000, '2 min 5 s after'],
  [-300, 'at'],
])('offset %i → %s', (ms, text) => {
  expect(formatOffset(ms)).toBe(text);
});
