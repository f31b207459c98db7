import { describe, expect, it } from 'vitest';
import { NOT_CALLED, probe, probeSteps, TO_COME } from '../testing/probe-fixtures.ts';
import { announce, rowsOf, shownRow } from './probe-words.ts';

const ERROR = {
  code: 'UNKNOWN',
  text: 'failed to pull: 401 Unauthorized',
  innermost: [16, 32] as [number, number],
  frames: ['failed to pull'],
};
const REST = {
  CreateContainer: NOT_CALLED,
  StartContainer: NOT_CALLED,
  Observe: NOT_CALLED,
};
const FAILED = probe({
  state: 'failed',
  sentence: 'Stopped at PullImage.',
  steps: probeSteps({ PullImage: { state: 'failed', error: ERROR, response: null }, ...REST }),
});
const WAITING = probe({
  state: 'waiting',
  mode: 'step',
  endedAt: null,
  next: 'PullImage',
  steps: probeSteps({
    PullImage: TO_COME,
    CreateContainer: TO_COME,
    StartContainer: TO_COME,
    Observe: TO_COME,
  }),
  cleanup: { state: 'pending', durationMs: null, removed: [], left: [], note: null },
});
const LEFT = probe({
  cleanup: {
    state: 'left',
    durationMs: 12,
    removed: [],
    left: [{ kind: 'sandbox', id: 'abc', why: 'the runtime hangs', command: null }],
    note: null,
  },
});

describe('the lines of a probe', () => {
  it('there are always six of them, whatever the state', () => {
    for (const one of [FAILED, WAITING, LEFT]) expect(rowsOf(one)).toHaveLength(6);
  });

  it('say what was answered, with long ids cut', () => {
    const response = { pod_sandbox_id: '0123456789abcdef0123456789abcdef' };
    const [row] = rowsOf(probe({ steps: probeSteps({ RunPodSandbox: { response } }) }));
    expect(row).toMatchObject({ word: 'ok', sentence: 'pod_sandbox_id 0123456789abcdef' });
  });

  it('of a failure the innermost message, and what comes after was not called', () => {
    const rows = rowsOf(FAILED);
    expect(rows[1]).toMatchObject({ word: 'failed', sentence: '401 Unauthorized' });
    expect(rows.slice(2, 5).map(({ word }) => word)).toEqual(Array(3).fill('not called'));
    expect(rows[5]).toMatchObject({ word: 'done', sentence: 'All is removed.' });
  });

  it('the one that waits is marked', () => {
    const marked = rowsOf(WAITING).filter(({ isNext }) => isNext);
    expect(marked.map(({ id, word }) => `${id} ${word}`)).toEqual(['PullImage next']);
  });
});

describe('which line is open by itself', () => {
  it.each([
    ['where it failed', FAILED, 'PullImage'],
    ['what waits for a person', WAITING, 'PullImage'],
    ['what is left', LEFT, 'CleanUp'],
    ['all went well: the last', probe(), 'Observe'],
  ])('%s', (_name, one, row) => {
    expect(shownRow(one)).toBe(row);
  });
});

it('tells those who do not see it what has changed', () => {
  expect(announce(WAITING)).toBe('RunPodSandbox ok. PullImage waits for you.');
  expect(announce(FAILED)).toBe('Stopped at PullImage. Cleaned up.');
  expect(announce(LEFT)).toContain('One thing is still on the node.');
});
