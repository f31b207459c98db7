import { describe, expect, it } from 'vitest';
import { callRow, cell, podDetail } from '../testing/fixtures.ts';
import { toMatrix } from './matrix-model.ts';
import { toWaterfall } from './waterfall-model.ts';

const at = (second: number) => `2026-01-31T03:12:${String(second).padStart(2, '0')}.000Z`;
const NOW_MS = Date.parse(at(59));
const image = 'registry.example/shop/checkout:1';
const POD = podDetail('checkout', {
  stages: [
    {
      ...cell(null, 'sandbox', 'ok'),
      startedAt: at(1),
      durationMs: 900,
      steps: [step('netns', at(1), 100), step('cni', at(1), 700)],
    },
    { ...cell('app', 'pull', 'failed'), startedAt: at(20), durationMs: 100 },
    { ...cell('app', 'create', 'running'), startedAt: at(30) },
    cell('app', 'start', 'not-reached'),
    { ...cell('app', 'run', 'ok'), startedAt: at(40), durationMs: 5 },
  ],
});

function step(id: string, startedAt: string, durationMs: number) {
  const rest = { detail: null, waitsFor: null, evidence: [] };
  return { id, label: id, state: 'ok' as const, startedAt, durationMs, ...rest };
}

const read = (calls: Parameters<typeof toWaterfall>[2]) =>
  toWaterfall(POD, toMatrix(POD), calls, NOW_MS).map(
    ({ who, what, isPart, bars }) =>
      `${isPart ? '- ' : ''}${who} ${what} ${bars.map((b) => b.endMs - b.startMs).join('+')}`,
  );

describe('waterfall', () => {
  it('without a journal: the cells and their parts; running is no call', () => {
    expect(read([])).toEqual([
      'pod RunPodSandbox 900',
      '- pod netns 100',
      '- pod cni 700',
      'app PullImage 100',
      'app CreateContainer 29000',
    ]);
  });

  it('the journal tells every try, also one that names only the image', () => {
    const calls = [
      callRow('1', { beganAt: at(5), durationMs: 300, outcome: 'failed', usualMs: 1_000 }),
      callRow('2', { beganAt: at(20), durationMs: 100, outcome: 'failed', container: null }),
      callRow('other', { beganAt: at(21), durationMs: 7, container: null, imageRef: 'x' }),
    ].map((call) => ({ ...call, imageRef: call.imageRef === 'x' ? 'x' : image }));
    const row = toWaterfall(POD, toMatrix(POD), calls, NOW_MS).find((r) => r.what === 'PullImage');
    expect(row?.bars.map((bar) => bar.endMs - bar.startMs)).toEqual([300, 100]);
    expect(row?.usualMs).toBe(1_000);
  });
});
