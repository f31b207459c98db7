import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../contract/pod.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { createDiagnosisMemo, diagnose } from './diagnose.ts';
import { CALM_MS, FRESH_MS } from './pod-memo.ts';
import { MODES, SITUATIONS } from './replay/situations.ts';
import { container, kubeletPod, NOW_MS, node, sandbox } from './testing/builders.ts';
import { largeNode } from './testing/large-node.ts';
import { loadRecording } from './testing/load-recording.ts';
import { withFacts } from './testing/with-facts.ts';

/** Numbers from 0 to 1, the same in every run. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
type Chance = () => number;

/** Without what moves with every look: when something was read. */
function untimed(value: unknown): string {
  return JSON.stringify(value, (key, item) => (key === 'at' || key === 'asOf' ? undefined : item));
}

const LISTS = [
  ...['sandboxes', 'containers', 'images', 'calls', 'runtimeLog', 'kubeletPods', 'kubeletLog'],
  ...['podLogDirectories', 'manifests', 'ingests', 'pulls', 'kernelLog'],
] as const;

function without<T>(list: readonly T[], chance: Chance): readonly T[] {
  const gone = Math.floor(chance() * list.length);
  return list.filter((_, index) => index !== gone);
}

/** The snapshot as a moment later: one list lost its end or an element, a source is away, or the runtime hangs. */
function changed(of: NodeSnapshot, chance: Chance): NodeSnapshot {
  const name = LISTS[Math.floor(chance() * LISTS.length)] ?? 'calls';
  const section = Object(of)[name] as Section<readonly unknown[]> | undefined;
  const dice = chance();
  if (dice < 0.15) return of;
  if (dice < 0.25) return structuredClone(of);
  if (dice < 0.35)
    return { ...of, health: { ...of.health, state: chance() < 0.5 ? 'hung' : 'ok' } };
  if (dice < 0.45) return { ...of, containerStatuses: {}, logTails: {} };
  if (section?.available !== true) return of;
  if (dice < 0.55) return { ...of, [name]: unavailable('It is away.') };
  const { value, asOfMs } = section;
  const rest =
    dice < 0.75 ? value.slice(0, Math.floor(chance() * value.length)) : without(value, chance);
  return { ...of, [name]: available(rest, asOfMs + 1_000) };
}

function podsBy(of: NodeSnapshot, atMs: number): Map<string, string> {
  const told = diagnose(of, atMs).pods.map((pod) => [keyOf(pod), untimed(pod)] as const);
  return new Map(told);
}

function keyOf({ namespace, name, uid }: PodDetail): string {
  return `${namespace}/${name}/${uid}`;
}

/** How long ago a pod may have been judged that nothing stops, and any other. */
function windowMs({ verdict }: PodDetail): number {
  const isCalm = verdict.outcome === 'ready' || verdict.outcome === 'completed';
  return isCalm ? CALM_MS : FRESH_MS;
}

/**
 * Judges a snapshot as it changes and the clock goes on, and says which pods are told otherwise than a fresh judgement of
 * the very same facts tells them, at a moment that is no longer ago than it may be.
 */
function wrongPods(first: NodeSnapshot, startMs: number, seed: number): string[] {
  const chance = createChance(seed);
  const memo = createDiagnosisMemo();
  const wrong: string[] = [];
  const moments: number[] = [];
  let snapshot = first;
  let atMs = startMs;
  for (let step = 0; step < 12; step += 1) {
    moments.push(atMs);
    const told = diagnose(snapshot, atMs, memo).pods;
    const fresh = podsBy(snapshot, atMs);
    expect(told.map(keyOf)).toEqual([...fresh.keys()]);
    for (const pod of told) {
      const text = untimed(pod);
      if (fresh.get(keyOf(pod)) === text) continue;
      const earlier = moments.filter((ms) => ms < atMs && atMs - ms < windowMs(pod));
      const isOfThen = earlier.some((ms) => podsBy(snapshot, ms).get(keyOf(pod)) === text);
      if (!isOfThen) wrong.push(`seed ${seed}, step ${step}: ${keyOf(pod)}`);
    }
    // Facts come and go from what there was first, so that what was lost comes back.
    snapshot = changed(chance() < 0.3 ? first : snapshot, chance);
    atMs += Math.floor(chance() * (chance() < 0.2 ? 60_000 : 4_000));
  }
  return wrong;
}

describe('a pod that is not judged again', () => {
  const folders = Object.keys(SITUATIONS);

  it.each(folders)('is told as if it were: %s', (folder) => {
    for (const [index, mode] of Object.values(MODES).entries()) {
      const { snapshot, nowMs } = loadRecording(folder, mode);
      for (const first of [snapshot, withFacts(snapshot, nowMs)]) {
        expect(wrongPods(first, nowMs, index + folders.indexOf(folder) * 10)).toEqual([]);
      }
    }
  });

  it('with a hundred pods too', () => {
    const { snapshot, nowMs } = largeNode(100, 240, 2_000);
    expect(wrongPods(snapshot, nowMs, 7)).toEqual([]);
  });
});

describe('what is remembered', () => {
  const parts = { sandboxes: [sandbox()], containers: [container()], kubelet: [kubeletPod()] };
  const snapshot = node(parts);

  it('is the very same verdict while nothing changes, also when everything is read anew', () => {
    const memo = createDiagnosisMemo();
    const [first] = diagnose(snapshot, NOW_MS, memo).pods;
    const [second] = diagnose(structuredClone(snapshot), NOW_MS + 1_000, memo).pods;
    expect(second?.verdict).toBe(first?.verdict);
  });

  it('is another one when time has passed, the facts changed, or it was let go', () => {
    const memo = createDiagnosisMemo();
    const judged = (of: NodeSnapshot, atMs: number) => diagnose(of, atMs, memo).pods[0]?.verdict;
    const first = judged(snapshot, NOW_MS);
    expect(judged(snapshot, NOW_MS + CALM_MS - 1)).toBe(first);
    const later = judged(snapshot, NOW_MS + CALM_MS);
    expect(later).not.toBe(first);
    // A clock that was set back tells nothing of how old it is.
    const back = judged(snapshot, NOW_MS);
    expect(back).not.toBe(later);
    const other = judged(node({ ...parts, containers: [] }), NOW_MS);
    expect(other?.outcome).not.toBe(back?.outcome);
    const again = judged(snapshot, NOW_MS);
    memo.clear();
    expect(judged(snapshot, NOW_MS)).not.toBe(again);
  });
});
