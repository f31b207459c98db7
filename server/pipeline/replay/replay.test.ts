import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../contract/pod.ts';
import { diagnose } from '../diagnose.ts';
import { loadRecording, type ReplaySources } from '../testing/load-recording.ts';
import { verdictWords } from '../testing/words.ts';
import { BARE, SITUATIONS, WITH_LOG_ONLY, WITHOUT_KUBELET } from './situations.ts';

function judge(folder: string, sources: ReplaySources): readonly PodDetail[] {
  const { snapshot, nowMs } = loadRecording(folder, sources);
  return diagnose(snapshot, nowMs).pods;
}

interface Row {
  readonly situation: string;
  readonly expected: string;
  readonly found: string;
  readonly evidence: number;
}

function print(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ situation, expected, found, evidence }) => {
    const sign = found === expected ? 'ok' : '..';
    return `${sign} ${situation.padEnd(42)} ${expected.padEnd(54)} ${found.padEnd(54)} ${evidence}`;
  });
  process.stdout.write(`\n${title}: situation, expected, found, evidence\n${lines.join('\n')}\n`);
}

function rowsOf(
  sources: ReplaySources,
): (Row & { readonly pod: PodDetail | null; readonly name: string })[] {
  return Object.entries(SITUATIONS).flatMap(([folder, expected]) => {
    const pods = judge(folder, sources);
    return Object.entries(expected).map(([name, words]) => {
      const pod = pods.find((item) => item.name === name) ?? null;
      return {
        situation: `${folder}/${name}`,
        name,
        pod,
        expected: words,
        found: pod === null ? '(not seen)' : verdictWords(pod),
        evidence: pod?.verdict.evidence.length ?? 0,
      };
    });
  });
}

describe('recordings of a real node', () => {
  const rows = rowsOf({ kubelet: 'all', host: true });
  print('all sources', rows);

  it.each(rows)('$situation is $expected', ({ found, expected, pod }) => {
    expect(found).toBe(expected);
    if (pod?.verdict.state === 'failed') expect(pod.verdict.evidence.length).toBeGreaterThan(0);
    if (pod?.verdict.state === 'unknown') expect(pod.verdict.needs.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(SITUATIONS))('%s: every pod of the recording is in the table', (folder) => {
    const names = judge(folder, { kubelet: 'all', host: true }).map((pod) => pod.name);
    expect(names.sort()).toEqual(Object.keys(SITUATIONS[folder] ?? {}).sort());
  });
});

describe.each([
  {
    title: "kubelet's log but not its API",
    sources: { kubelet: 'log' as const, host: true },
    also: WITH_LOG_ONLY,
  },
  {
    title: 'kubelet switched off',
    sources: { kubelet: 'none' as const, host: true },
    also: WITHOUT_KUBELET,
  },
  {
    title: 'CRI and the runtime log alone',
    sources: { kubelet: 'none' as const, host: false },
    also: { ...WITHOUT_KUBELET, ...BARE },
  },
])('recordings with $title', ({ title, sources, also }) => {
  const rows = rowsOf(sources);
  print(title, rows);

  it.each(rows)('$situation is told rightly, or not at all', ({ found, expected, name, pod }) => {
    // A pod that no source but kubelet knows is not seen; that is no claim.
    if (pod === null) return;
    if (pod.verdict.outcome === 'unknown') {
      expect(pod.verdict.needs.length).toBeGreaterThan(0);
      return;
    }
    expect([expected, ...(also[name] ?? [])]).toContain(found);
    if (found !== expected && pod.verdict.cause === null) expect(pod.verdict.needs).not.toEqual([]);
  });
});
