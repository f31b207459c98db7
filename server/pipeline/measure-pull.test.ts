import { describe, expect, it } from 'vitest';
import type { PullActivity, PullLayer, PullUnpack } from '../contract/pull-activity.ts';
import { pullProgressSchema } from '../contract/pull-progress.ts';
import { available } from '../contract/section.ts';
import { diagnose } from './diagnose.ts';
import { measurePull } from './measure-pull.ts';
import {
  ago,
  call,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  sandbox,
  waiting,
} from './testing/builders.ts';
import { iso } from './time.ts';

const IMAGE = 'registry.example/shop/app:1';
const MB = 1_000_000;

const layer = (given: Partial<PullLayer> = {}): PullLayer => ({
  digest: 'sha256:1',
  state: 'downloading',
  doneBytes: 20 * MB,
  totalBytes: 100 * MB,
  startedAtMs: ago(20),
  updatedAtMs: ago(1),
  ...given,
});
const activity = (given: Partial<PullActivity> = {}): PullActivity => ({
  imageRef: IMAGE,
  manifestDigest: 'sha256:m',
  layers: [layer()],
  layersDropped: 0,
  isShared: false,
  samples: [],
  movedAtMs: ago(1),
  longestPauseMs: 0,
  unpack: null,
  ...given,
});
const unpack = (given: Partial<PullUnpack> = {}): PullUnpack => ({
  sinceMs: ago(100),
  layer: 2,
  layerCount: 3,
  snapshotKey: 'extract-1 sha256:c',
  movedAtMs: ago(3),
  writtenBytes: 40 * MB,
  ...given,
});
const measure = (given: Partial<PullActivity>, beganAtMs: number | null = ago(300)) =>
  measurePull(activity(given), beganAtMs, NOW_MS);

describe('rate and time left', () => {
  it('are over the latest changes', () => {
    const samples = [
      { atMs: ago(40), doneBytes: 0 },
      { atMs: ago(1), doneBytes: 20 * MB },
    ];
    const { progress, detail } = measure({ samples });
    expect(progress).toMatchObject({ bytesPerSecond: 0.5 * MB, secondsLeft: 160 });
    expect(detail).toBe('20.0 MB of 100.0 MB, 500.0 kB/s, 3 min left');
    expect(pullProgressSchema.parse(progress)).toEqual(progress);
  });

  it('are over the life of what comes in before there are changes', () => {
    expect(measure({}).progress).toMatchObject({ bytesPerSecond: MB, secondsLeft: 80 });
  });

  it('are not told of a blob that has just begun, nor without its size', () => {
    expect(
      measure({ layers: [layer({ startedAtMs: ago(1) })] }).progress.bytesPerSecond,
    ).toBeNull();
    expect(measure({ layers: [layer({ totalBytes: null })] }).progress).toMatchObject({
      totalBytes: null,
      secondsLeft: null,
    });
  });

  it('sum over the layers', () => {
    const done = layer({ state: 'done', doneBytes: 50 * MB, totalBytes: 50 * MB });
    const next = layer({ state: 'waiting', doneBytes: 0, startedAtMs: null, updatedAtMs: null });
    const { progress } = measure({ layers: [done, layer(), next] });
    expect(progress).toMatchObject({ doneBytes: 70 * MB, totalBytes: 250 * MB });
  });
});

describe('standing still', () => {
  it.each<[string, Partial<PullActivity>, { shown: boolean; overdue: boolean }]>([
    ['moving', {}, { shown: false, overdue: false }],
    ['quiet for 50 s', { movedAtMs: ago(50) }, { shown: true, overdue: false }],
    ['quiet for 70 s', { movedAtMs: ago(70) }, { shown: true, overdue: true }],
    [
      'quiet for 70 s on a line that pauses for 30 s',
      { movedAtMs: ago(70), longestPauseMs: 30_000 },
      { shown: false, overdue: false },
    ],
    [
      'quiet for 6 min on a line that paused for long',
      { movedAtMs: ago(360), longestPauseMs: 200_000 },
      { shown: true, overdue: true },
    ],
    ['nothing since the begin', { movedAtMs: null, layers: [] }, { shown: true, overdue: true }],
    ['unpacking, written 3 s ago', { unpack: unpack() }, { shown: false, overdue: false }],
    [
      'unpacking, nothing written for 2 min',
      { unpack: unpack({ movedAtMs: ago(120), sinceMs: ago(400) }) },
      { shown: true, overdue: false },
    ],
    [
      'unpacking, nothing written for 6 min',
      { unpack: unpack({ movedAtMs: ago(360), sinceMs: ago(400) }) },
      { shown: true, overdue: true },
    ],
    [
      'unpacking unseen for 10 min',
      {
        unpack: unpack({
          snapshotKey: null,
          writtenBytes: null,
          movedAtMs: null,
          sinceMs: ago(600),
        }),
      },
      { shown: false, overdue: false },
    ],
    [
      'unpacking unseen for 16 min',
      {
        unpack: unpack({
          snapshotKey: null,
          writtenBytes: null,
          movedAtMs: null,
          sinceMs: ago(960),
        }),
      },
      { shown: true, overdue: true },
    ],
  ])('%s', (_, given, expected) => {
    const { progress, isOverdue } = measure(given, ago(2_000));
    expect({ shown: progress.stalledSince !== null, overdue: isOverdue }).toEqual(expected);
  });

  it('tells since when, and no rate', () => {
    const { progress } = measure({ movedAtMs: ago(70) });
    expect(progress).toMatchObject({
      stalledSince: iso(ago(70)),
      bytesPerSecond: 0,
      secondsLeft: null,
    });
  });
});

describe('the pull cell', () => {
  const pull = call({
    call: 'PullImage',
    imageRef: IMAGE,
    outcome: 'open',
    endedAtMs: null,
    beganAtMs: ago(300),
  });
  const waits = [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })];
  const cellOf = (parts: Parts) => {
    const [pod] = diagnose(node({ sandboxes: [sandbox()], kubelet: waits, ...parts }), NOW_MS).pods;
    const cell = pod?.stages.find((item) => item.stage === 'pull');
    return { pod, cell };
  };
  const more = (given: Partial<PullActivity>) => ({
    pulls: available([activity(given)], NOW_MS),
  });

  it('does not take minutes of unpacking for a pull that hangs', () => {
    const { pod, cell } = cellOf({ calls: [pull], more: more({ unpack: unpack() }) });
    expect(pod?.verdict).toMatchObject({ outcome: 'starting', cause: null });
    expect(cell).toMatchObject({
      word: 'unpacking',
      detail: 'layer 2 of 3, 40.0 MB written',
      progress: { phase: 'unpacking' },
    });
  });

  it('of a pull that hangs beside one that moves is stalled at once', () => {
    const other = { ...pull, imageRef: 'registry.example/other:1' };
    const both = available(
      [activity({ movedAtMs: ago(90) }), activity({ imageRef: 'registry.example/other:1' })],
      NOW_MS,
    );
    const { pod } = cellOf({ calls: [other, pull], more: { pulls: both } });
    expect(pod?.verdict.cause).toBe('image-pull-stalled');
  });

  it('bytes that come in outweigh lost lines', () => {
    const lost = { ...pull, doubt: '12 log lines were suppressed since it began' };
    expect(cellOf({ calls: [lost], more: more({}) }).cell?.state).toBe('running');
    expect(cellOf({ calls: [lost] }).cell?.state).toBe('unknown');
  });

  it('is known from bytes alone where the log cannot be read', () => {
    const { cell } = cellOf({ calls: null, more: more({}) });
    expect(cell).toMatchObject({ state: 'running', word: 'pulling', startedAt: iso(ago(20)) });
  });

  it('names the pull that goes first, and its pod', () => {
    const first = { ...pull, imageRef: 'registry.example/other:1' };
    const theirs = kubeletPod({
      name: 'other',
      uid: 'u2',
      containers: [
        kubeletContainer({ ...waiting('ContainerCreating'), image: 'registry.example/other:1' }),
      ],
    });
    const parts: Parts = { calls: [first], kubelet: [...waits, theirs] };
    const [pod] = diagnose(node({ sandboxes: [sandbox()], ...parts }), NOW_MS).pods.filter(
      (item) => item.name === 'web',
    );
    expect(pod?.stages.find((item) => item.stage === 'pull')?.progress).toMatchObject({
      phase: 'queued',
      queuedBehind: {
        image: 'registry.example/other:1',
        pod: 'shop/other',
        since: iso(ago(300)),
      },
    });
  });

  it('is not queued where kubelet pulls side by side', () => {
    const first = { ...pull, imageRef: 'registry.example/other:1' };
    const snapshot = node({ sandboxes: [sandbox()], kubelet: waits, calls: [first] });
    const config = {
      serializeImagePulls: false,
      maxParallelImagePulls: null,
    } as const;
    const kubelet = { ...snapshot.kubelet, config: available({ ...NO_CONFIG, ...config }, NOW_MS) };
    const [pod] = diagnose({ ...snapshot, kubelet }, NOW_MS).pods;
    expect(pod?.stages.find((item) => item.stage === 'pull')?.word).toBe('waiting');
  });
});

const NO_CONFIG = {
  containerRuntimeEndpoint: null,
  cgroupDriver: null,
  cgroupsPerQos: null,
  serializeImagePulls: null,
  maxParallelImagePulls: null,
  registryPullQps: null,
  registryBurst: null,
  maxPods: null,
  staticPodPath: null,
  runtimeRequestTimeoutMs: null,
  shutdownGracePeriodMs: null,
  evictionHard: {},
  featureGates: {},
};
