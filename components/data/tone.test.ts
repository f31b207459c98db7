import { describe, expect, it } from 'vitest';
import { podRow, verdict } from '../testing/fixtures.ts';
import { byUrgency, podState } from './tone.ts';

describe('order of pods', () => {
  it('failed before waiting before the rest, then by name', () => {
    const rows = [
      podRow('ready'),
      podRow('waits', { verdict: verdict({ outcome: 'stuck', stage: 'pull', state: 'running' }) }),
      podRow('b-failed', { verdict: verdict({ outcome: 'stuck', state: 'failed' }) }),
      podRow('a-down', { verdict: verdict({ outcome: 'terminating', state: 'failed' }) }),
    ];
    expect(rows.toSorted(byUrgency).map((row) => row.name)).toEqual([
      'a-down',
      'b-failed',
      'waits',
      'ready',
    ]);
  });
});

describe('the state that stands for a pod', () => {
  it.each([
    ['ready', 'ok', 'ok'],
    ['completed', 'ok', 'skipped'],
    ['stuck', 'failed', 'failed'],
    ['stuck', 'running', 'running'],
    ['stuck', 'unknown', 'failed'],
    ['terminating', 'running', 'running'],
    ['terminating', 'failed', 'failed'],
    ['unknown', 'unknown', 'unknown'],
  ] as const)('%s, %s → %s', (outcome, state, expected) => {
    expect(podState({ outcome, state })).toBe(expected);
  });
});
