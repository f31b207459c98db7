import { describe, expect, it } from 'vitest';
import { cell, podDetail, verdict } from '../testing/fixtures.ts';
import { neighbour, openCell, toMatrix } from './matrix-model.ts';

const NOTHING_ASKED = { container: null, stage: null };

describe('matrix', () => {
  it('reads pod first, then container by container', () => {
    const { order } = toMatrix(podDetail('checkout'));
    expect(order.map((c) => `${c.container ?? 'pod'}/${c.stage}`)).toEqual([
      'pod/kubelet',
      'pod/sandbox',
      'app/pull',
      'app/create',
      'app/start',
      'app/run',
    ]);
  });

  it('shows teardown only on the way down', () => {
    const pod = podDetail('checkout');
    const stages = [...pod.stages, cell(null, 'teardown', 'not-reached')];
    expect(toMatrix({ ...pod, stages }).teardown).toBeNull();
    const down = verdict({ outcome: 'terminating', stage: 'teardown', state: 'running' });
    expect(toMatrix({ ...pod, stages, verdict: down }).teardown?.stage).toBe('teardown');
  });

  it('opens what the address names, else the container, else what decides', () => {
    const pod = podDetail('checkout');
    const matrix = toMatrix(pod);
    const opened = (container: string | null, stage: string | null) =>
      openCell(matrix, pod, { container, stage })?.stage;
    expect(opened(null, null)).toBe('pull');
    expect(opened('app', 'start')).toBe('start');
    expect(opened('app', null)).toBe('run');
    expect(opened('gone', 'nonsense')).toBe('pull');
  });

  it('steps along the cells and stops at the ends', () => {
    const pod = podDetail('checkout');
    const matrix = toMatrix(pod);
    const open = openCell(matrix, pod, NOTHING_ASKED);
    expect(neighbour(matrix, open, 1)?.stage).toBe('create');
    expect(neighbour(matrix, open, -1)?.stage).toBe('sandbox');
    expect(neighbour(matrix, matrix.order.at(-1) ?? null, 1)?.stage).toBe('run');
  });
});
