import { expect, test } from 'vitest';
import { tellSeries } from './tell-series.ts';

const SERIES = {
  call: 'PullImage',
  attempts: 37,
  firstFailureAt: '2026-01-02T03:12:04.000Z',
  lastFailureAt: '2026-01-02T05:00:00.000Z',
};
const toClock = (time: string) => time.slice(11, 16);

test.each([
  [SERIES, '37 attempts since 03:12'],
  [{ ...SERIES, after: null }, '37 attempts since 03:12'],
  [
    { ...SERIES, after: { at: '2026-01-02T03:12:00.000Z', text: 'containerd restarted' } },
    '37 attempts since 03:12, first failure 4 s after containerd restarted',
  ],
  [
    { ...SERIES, after: { at: '2026-01-02T03:12:03.900Z', text: 'the disk was full' } },
    '37 attempts since 03:12, first failure less than a second after the disk was full',
  ],
])('a series as a sentence', (series, sentence) => {
  expect(tellSeries(series, toClock)).toBe(sentence);
});
