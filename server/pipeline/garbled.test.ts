import { describe, expect, it } from 'vitest';
import { findingSchema } from '../contract/finding.ts';
import { type PodDetail, podDetailSchema } from '../contract/pod.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diagnose } from './diagnose.ts';
import type { Diagnosis } from './diagnosis.ts';
import { loadRecording } from './testing/load-recording.ts';
import { withFacts } from './testing/with-facts.ts';

/** A small seeded generator: a failing round can be run again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const NUMBERS = [0, -1, Number.NaN, 1e18, -6_795_364_578_871];
const TEXTS = [
  '',
  '<script>',
  '"',
  '\\',
  'ab"c\\"d: unknown',
  ' ',
  ': ',
  '[',
  'x'.repeat(9_000),
  '"'.repeat(5_000),
  'failed to '.repeat(900),
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Words of a union stay: a source can lie about everything but the type of what it hands over. */
const UNIONS = new Set([
  'state',
  'kind',
  'type',
  'outcome',
  'level',
  'call',
  'available',
  'restartPolicy',
  'status',
]);

function garble(value: Json, next: () => number, rate: number): Json {
  if (Array.isArray(value)) {
    const kept = value.filter(() => next() > rate / 2).map((item) => garble(item, next, rate));
    return next() < rate ? kept.reverse() : kept;
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return next() < rate ? (NUMBERS[Math.floor(next() * NUMBERS.length)] ?? 0) : value;
  if (typeof value === 'string') {
    if (next() > rate) return value;
    return next() < 0.5
      ? value.slice(0, Math.floor(next() * value.length))
      : (TEXTS[Math.floor(next() * TEXTS.length)] ?? '');
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      UNIONS.has(key) && typeof item !== 'object' ? item : garble(item, next, rate),
    ]),
  );
}

function checkPod(pod: PodDetail): void {
  podDetailSchema.parse(pod);
  const { verdict } = pod;
  const isClaim = verdict.state === 'failed' || verdict.outcome === 'stuck';
  expect(isClaim && verdict.evidence.length === 0, pod.name).toBe(false);
  expect(verdict.state === 'unknown' && verdict.needs.length === 0, pod.name).toBe(false);
  const isCalm = verdict.outcome === 'ready' || verdict.outcome === 'completed';
  expect(isCalm && verdict.cause !== null, pod.name).toBe(false);
  expect(verdict.summary).not.toBe('');
  expect(verdict.summary.length).toBeLessThanOrEqual(120);
  for (const { mark, text } of verdict.evidence) {
    expect(mark?.[1] ?? 0).toBeLessThanOrEqual(text.length);
  }
  const [start, end] = pod.rawError?.innermost ?? [0, 0];
  expect(start).toBeLessThanOrEqual(end);
  expect(end).toBeLessThanOrEqual(pod.rawError?.text.length ?? 0);
}

function checkPromises({ pods, findings }: Diagnosis): void {
  for (const pod of pods) checkPod(pod);
  for (const finding of findings) findingSchema.parse(finding);
}

const FOLDERS = [
  'main',
  'lifecycle',
  'reg',
  'pause-bad',
  'cni-noplugin',
  'ctd16',
  'hung-pull-after',
];

describe('a snapshot that lies', () => {
  it.each(FOLDERS)('%s: what is said of the recording keeps its promises', (folder) => {
    const { snapshot, nowMs } = loadRecording(folder, { kubelet: 'all', host: true });
    checkPromises(diagnose(snapshot, nowMs));
  });

  it.each(FOLDERS)(
    '%s: garbled, it never makes the pipeline throw or promise too much',
    (folder) => {
      for (const kubelet of ['all', 'log', 'none'] as const) {
        const { snapshot, nowMs } = loadRecording(folder, { kubelet, host: true });
        const full = withFacts(snapshot, nowMs);
        for (let seed = 1; seed <= 12; seed += 1) {
          const next = random(seed);
          const bad = garble(
            (seed % 2 === 0 ? full : snapshot) as unknown as Json,
            next,
            seed % 3 === 0 ? 0.3 : 0.05,
          ) as unknown as NodeSnapshot;
          checkPromises(diagnose(bad, nowMs));
        }
      }
    },
  );

  it('gives the same answer twice', () => {
    const { snapshot, nowMs } = loadRecording('main', { kubelet: 'all', host: true });
    expect(diagnose(snapshot, nowMs)).toEqual(diagnose(snapshot, nowMs));
  });
});
