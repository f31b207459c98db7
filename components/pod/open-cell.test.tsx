import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { PullProgress } from '../../server/contract/pull-progress.ts';
import type { StageStep } from '../../server/contract/stage-step.ts';
import { cell, nodeStatus, podDetail, verdict } from '../testing/fixtures.ts';
import { renderPage, textOf } from '../testing/render.tsx';
import { PodPage } from './pod-page.tsx';

const read = (pod: PodDetail, search = '') =>
  textOf(
    renderPage(
      <PodPage firstNode={nodeStatus()} firstPod={pod} namespace="shop" name="checkout" />,
      search,
    ),
  );

function step(id: string, state: StageStep['state'], part: Partial<StageStep> = {}): StageStep {
  const rest = { startedAt: null, durationMs: null, detail: null, waitsFor: null, evidence: [] };
  return { id, label: id, state, ...rest, ...part };
}

describe('steps of a stage', () => {
  const steps = [
    step('TERM', 'ok', { durationMs: 2 }),
    step('StopContainer', 'running', {
      startedAt: '2026-01-31T03:11:04.000Z',
      waitsFor: 'pid 4242 (sleep), ignores TERM; KILL at 03:12:40',
    }),
    step('StopPodSandbox', 'not-reached'),
  ];
  const pod = podDetail('checkout', {
    verdict: verdict({ outcome: 'terminating', stage: 'teardown', state: 'running' }),
    stages: [{ ...cell(null, 'teardown', 'running'), steps }, cell('app', 'run', 'ok')],
  });

  it('tell where within the stage it stands, since when, and what it waits for', () => {
    const text = read(pod);
    expect(text).toContain('Teardown, step by step TERM 2 ms StopContainer running 1 min');
    expect(text).toContain('waits for pid 4242 (sleep), ignores TERM; KILL at 03:12:40');
    expect(text).toContain('StopPodSandbox not reached');
  });

  it('do not quote a second time what the proof beside them quotes', () => {
    const quote = (text: string) => {
      const source = 'runtime-log' as const;
      return { source, where: '/var/log/x:1', at: null, text, mark: null };
    };
    const [first, ...rest] = steps;
    const evidence = [quote('told twice'), quote('told by the step')];
    const told = { ...(first ?? step('TERM', 'ok')), evidence };
    const text = read({
      ...pod,
      verdict: { ...pod.verdict, evidence: [quote('told twice')] },
      stages: [{ ...cell(null, 'teardown', 'running'), steps: [told, ...rest] }],
    });
    expect(text.match(/told twice/g)).toHaveLength(1);
    expect(text).toContain('told by the step');
  });

  it('belong to the open cell only', () => {
    expect(read(pod, 'container=app&stage=run')).not.toContain('step by step');
  });
});

describe('progress of a pull', () => {
  const layer = (name: string, state: 'done' | 'downloading' | 'waiting', doneBytes: number) => ({
    digest: `sha256:${name.repeat(12)}`,
    state,
    doneBytes,
    totalBytes: 100_000_000,
    updatedAt: null,
  });
  const progress: PullProgress = {
    phase: 'downloading',
    doneBytes: 232_600_000,
    totalBytes: 2_400_000_000,
    bytesPerSecond: 14_200_000,
    secondsLeft: 153,
    stalledSince: null,
    queuedBehind: null,
    layers: [layer('a', 'done', 100_000_000), layer('b', 'downloading', 40_000_000)],
    layersDropped: 3,
  };
  const pull = (part: Partial<PullProgress>) =>
    read(
      podDetail('checkout', {
        verdict: verdict({
          outcome: 'starting',
          stage: 'pull',
          state: 'running',
          container: 'app',
        }),
        stages: [{ ...cell('app', 'pull', 'running'), progress: { ...progress, ...part } }],
      }),
    );

  it('the sum, the rate, the time left, and each layer that moves', () => {
    const text = pull({});
    expect(text).toContain('232.6 MB of 2.4 GB 14.2 MB/s 2 min 33 s left');
    expect(text).toContain('bbbbbbbbbbbb 40.0 MB of 100.0 MB');
    expect(text).toContain('1 done · 100.0 MB');
    expect(text).toContain('and 3 more layers that are not listed');
  });

  it('one that stalls says since when, and gives no rate', () => {
    const text = pull({ stalledSince: '2026-01-31T03:10:29.000Z', bytesPerSecond: 0 });
    expect(text).toContain('stalled since 03:10:29 UTC, 1 min 35 s');
    expect(text).not.toContain('MB/s');
  });

  it('one that waits names the pull that goes first', () => {
    const queuedBehind = { image: 'registry.example/big:1', pod: 'ml/notebook', since: null };
    const text = pull({ phase: 'queued', queuedBehind });
    expect(text).toContain('waits behind');
    expect(text).toContain('of pod ml/notebook');
    expect(text).not.toContain('232.6 MB of 2.4 GB 14.2');
  });

  it('unknown sizes are not made up', () => {
    expect(pull({ totalBytes: null, secondsLeft: null })).toContain('232.6 MB of ? 14.2 MB/s –');
    expect(pull({ phase: 'unseen' })).toContain('does not tell bytes');
  });
});
