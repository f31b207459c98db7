import { describe, expect, test, vi } from 'vitest';
import type { LiveChange } from '../contract/live.ts';
import type { PodDetail } from '../contract/pod.ts';
import { IMAGE_404, sampleDetail, sampleNode, sampleRow } from '../http/testing/samples.ts';
import { findPod } from './find-pod.ts';
import { createJudge } from './judge.ts';
import type { Judged } from './judgement.ts';
import { toJudgement } from './judgement.ts';
import { toLiveChange } from './live-changes.ts';
import { liveStream } from './live-stream.ts';
import { createWatch } from './watch.ts';

function judged(pods: readonly PodDetail[]): Judged {
  return { node: sampleNode(), findings: [], pods };
}
const FIRST = { version: 1, judgedAtMs: 0, before: null };
const API = sampleDetail(sampleRow('shop', 'api'));
const WEB = sampleDetail(sampleRow('shop', 'web'));
const BROKEN_API = sampleDetail(sampleRow('shop', 'api', IMAGE_404));

describe('live stream', () => {
  const ending = new AbortController();

  async function take(stream: AsyncGenerator<LiveChange, void, void>): Promise<LiveChange> {
    const result = await stream.next();
    if (result.done === true) throw new Error('the stream has ended');
    return result.value;
  }

  test('tells everything, then only what changed, also of the pod asked for', async () => {
    let pods = [WEB, API];
    const judge = createJudge(() => judged(pods));
    const stream = liveStream(judge, { namespace: 'shop', name: 'api', uid: null }, ending.signal);
    const first = await take(stream);
    expect(first.pods.complete).toBe(true);
    expect(first.pods.upserted.map((pod) => pod.name)).toEqual(['api', 'web']);
    expect(first.pod).toMatchObject({ name: 'api' });
    pods = [WEB, BROKEN_API];
    judge.invalidate('soon');
    const second = await take(stream);
    expect(second.pods).toMatchObject({ complete: false, removed: [] });
    expect(second.pods.upserted.map((pod) => pod.verdict.stage)).toEqual(['pull']);
    expect(second.findings).toBeNull();
    expect(second.pod).toMatchObject({ verdict: { stage: 'pull' } });
    expect(second.version).toBeGreaterThan(first.version);
    pods = [WEB];
    judge.invalidate('soon');
    const third = await take(stream);
    expect(third.pods).toEqual({ complete: false, upserted: [], removed: ['shop/api/uid-api'] });
    expect(third.pod).toBe('gone');
    await stream.return();
    judge.close();
  });

  test('what changes while the reader is busy comes as one message', async () => {
    let pods = [API];
    const judge = createJudge(() => judged(pods));
    const stream = liveStream(judge, null, ending.signal);
    await take(stream);
    for (const next of [[API, WEB], [WEB], [BROKEN_API, WEB]]) {
      pods = next;
      judge.invalidate('soon');
      judge.current();
    }
    const change = await take(stream);
    expect(change.pods.upserted.map((pod) => pod.name)).toEqual(['api', 'web']);
    expect(change.pods.removed).toEqual([]);
    await stream.return();
    judge.close();
  });

  test('ends with the signal and leaves no listener', async () => {
    const judge = createJudge(() => judged([API]));
    const control = new AbortController();
    const stream = liveStream(judge, null, control.signal);
    await take(stream);
    const waiting = stream.next();
    control.abort();
    expect((await waiting).done).toBe(true);
  });
});

describe('judge', () => {
  test('judges once for all who ask at one moment, and again when the facts changed or time passed', () => {
    let nowMs = 0;
    const judge = vi.fn(() => judged([API]));
    const one = createJudge(judge, () => nowMs);
    one.current();
    one.current();
    expect(judge).toHaveBeenCalledTimes(1);
    one.invalidate('now');
    one.current();
    expect(judge).toHaveBeenCalledTimes(2);
    one.invalidate('soon');
    nowMs = 1_000;
    one.current();
    expect(judge).toHaveBeenCalledTimes(3);
    nowMs = 6_000;
    one.current();
    expect(judge).toHaveBeenCalledTimes(4);
  });

  test('that takes long is not asked for each of many changes', () => {
    let nowMs = 0;
    const judge = vi.fn(() => {
      const endMs = performance.now() + 20;
      while (performance.now() < endMs);
      return judged([API]);
    });
    const one = createJudge(judge, () => nowMs);
    for (; nowMs < 1_000; nowMs += 10) {
      one.invalidate('soon');
      one.current();
    }
    expect(judge.mock.calls.length).toBeLessThanOrEqual(6);
    one.invalidate('now');
    const { length } = judge.mock.calls;
    one.current();
    expect(judge).toHaveBeenCalledTimes(length + 1);
  });

  test('does nothing by itself while nobody listens', async () => {
    vi.useFakeTimers();
    try {
      const judge = vi.fn(() => judged([API]));
      const one = createJudge(judge);
      one.current();
      one.invalidate('soon');
      vi.advanceTimersByTime(60_000);
      expect(judge).toHaveBeenCalledTimes(1);
      const stop = one.onJudged(() => undefined);
      vi.advanceTimersByTime(10_000);
      expect(judge.mock.calls.length).toBeGreaterThanOrEqual(3);
      stop();
      const { length } = judge.mock.calls;
      vi.advanceTimersByTime(60_000);
      expect(judge).toHaveBeenCalledTimes(length);
    } finally {
      vi.useRealTimers();
    }
  });

  test('that a source was read again is no change', async () => {
    let at = '2026-01-01T00:00:00.000Z';
    const read = () => {
      const evidence = API.verdict.evidence.map((one) => ({ ...one, at }));
      return { ...API, asOf: at, verdict: { ...API.verdict, evidence } };
    };
    const first = toJudgement(judged([read()]), FIRST);
    const { told } = toLiveChange(null, first, { namespace: 'shop', name: 'api', uid: null });
    at = '2026-01-01T00:00:02.000Z';
    const second = toJudgement(judged([read()]), { ...FIRST, before: first });
    expect(toLiveChange(told, second, { namespace: 'shop', name: 'api', uid: null })).toMatchObject(
      {
        isNews: false,
        change: { pods: { upserted: [] }, pod: null },
      },
    );
  });
});

test('of several pods with one name the newest is meant, and the others are told', () => {
  const old = { ...API, uid: 'old', createdAt: '2026-01-01T00:00:00.000Z' };
  const young = { ...API, uid: 'young', createdAt: '2026-01-02T00:00:00.000Z' };
  const judgement = toJudgement(judged([young, old]), FIRST);
  const ref = { namespace: 'shop', name: 'api' };
  expect(findPod(judgement, { ...ref, uid: null })).toMatchObject({
    uid: 'young',
    namesakes: ['old'],
  });
  expect(findPod(judgement, { ...ref, uid: 'old' })).toMatchObject({
    uid: 'old',
    namesakes: ['young'],
  });
  expect(findPod(judgement, { ...ref, uid: 'none' })).toBeNull();
});

describe('watch', () => {
  test('a read counts for a while, a stream until it ends and a while longer', () => {
    vi.useFakeTimers();
    try {
      const told: boolean[] = [];
      const watch = createWatch((isWatched) => told.push(isWatched), 1_000);
      expect(watch.touch()).toBe(true);
      expect(watch.touch()).toBe(false);
      vi.advanceTimersByTime(1_000);
      expect(told).toEqual([true, false]);
      const release = watch.hold();
      vi.advanceTimersByTime(10_000);
      expect(watch.isWatched()).toBe(true);
      release();
      release();
      vi.advanceTimersByTime(999);
      expect(watch.isWatched()).toBe(true);
      vi.advanceTimersByTime(1);
      expect(told).toEqual([true, false, true, false]);
    } finally {
      vi.useRealTimers();
    }
  });
});
