import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { PodDetail } from '../../contract/pod.ts';
import { unavailable } from '../../contract/section.ts';
import { fromStatus } from '../../kubelet/kubelet-error.ts';
import { diagnose } from '../diagnose.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { loadRecording } from '../testing/load-recording.ts';
import { verdictWords } from '../testing/words.ts';
import {
  FINDINGS,
  MODES,
  type Mode,
  NOT_SEEN,
  SITUATIONS,
  WITH_WHOLE_LOG,
  WITHOUT_WHOLE_LOG,
} from './situations.ts';

/** Every folder of the recordings; auth tells of kubelet's port alone and is replayed below. */
const FOLDERS = [
  'cni-badjson',
  'cni-nofile',
  'cni-noplugin',
  'ctd-down',
  'ctd-hung',
  'ctd16',
  'diskpressure',
  'hung-pull',
  'hung-pull-after',
  'lifecycle',
  'main',
  'pause-bad',
  'reg',
  'sandbox-create-fails',
  'shim-killed',
];
const MODE_NAMES = Object.keys(MODES) as Mode[];

function judge(folder: string, mode: Mode, isWholeLog: boolean): Diagnosis {
  const { snapshot, nowMs } = loadRecording(folder, { ...MODES[mode], isWholeLog });
  return diagnose(snapshot, nowMs);
}

interface Row {
  readonly situation: string;
  readonly name: string;
  readonly mode: Mode;
  readonly expected: string;
  readonly found: string;
  readonly pod: PodDetail | null;
}

function rowsOf(mode: Mode, isWholeLog: boolean): Row[] {
  return Object.entries(SITUATIONS).flatMap(([folder, pods]) => {
    if (isWholeLog && WITHOUT_WHOLE_LOG.has(folder)) return [];
    const seen = new Map(judge(folder, mode, isWholeLog).pods.map((pod) => [pod.name, pod]));
    return Object.entries(pods).map(([name, expected]) => {
      const pod = seen.get(name) ?? null;
      const found = pod === null ? NOT_SEEN : verdictWords(pod);
      const more = isWholeLog ? WITH_WHOLE_LOG[`${folder}/${name}`]?.[mode] : undefined;
      return { situation: folder, name, mode, expected: more ?? expected[mode], found, pod };
    });
  });
}

function print(title: string, rows: readonly Row[]): void {
  const lines = rows.map(({ situation, name, mode, expected, found, pod }) => {
    const sign = found === expected ? 'ok' : 'NO';
    const needs = pod?.verdict.needs.join(',') ?? '';
    return `${sign} ${situation.padEnd(20)} ${name.padEnd(23)} ${mode.padEnd(7)} ${expected.padEnd(50)} ${found.padEnd(50)} ${pod?.verdict.evidence.length ?? 0} ${needs}`;
  });
  const head = `   ${'situation'.padEnd(20)} ${'pod'.padEnd(23)} ${'mode'.padEnd(7)} ${'expected'.padEnd(50)} ${'got'.padEnd(50)} evidence, needs`;
  process.stdout.write(`\n${title}\n${head}\n${lines.join('\n')}\n`);
}

/** No evidence, no verdict; what is not known names the source that would tell. */
function expectProof({ pod }: Row): void {
  if (pod === null) return;
  const { verdict } = pod;
  if (verdict.state === 'failed') expect(verdict.evidence.length).toBeGreaterThan(0);
  if (verdict.state === 'unknown') expect(verdict.needs.length).toBeGreaterThan(0);
}

it('has every folder of the recordings, and a finding list for each', () => {
  expect(Object.keys(SITUATIONS).sort()).toEqual(FOLDERS);
  expect(Object.keys(FINDINGS).sort()).toEqual(FOLDERS);
});

describe.each(MODE_NAMES)('recordings of a real node, mode %s', (mode) => {
  const rows = rowsOf(mode, false);
  print('the lines about the pods of the situation', rows);

  it.each(rows)('$situation/$name: $expected', (row) => {
    expect(row.found).toBe(row.expected);
    expectProof(row);
  });

  it.each(FOLDERS)('%s: no pod is seen that is not in the table', (folder) => {
    const names = judge(folder, mode, false).pods.map((pod) => pod.name);
    const known = Object.entries(SITUATIONS[folder] ?? {});
    const wanted = known.filter(([, expected]) => expected[mode] !== NOT_SEEN);
    expect(names.sort()).toEqual(wanted.map(([name]) => name).sort());
  });
});

describe.each(MODE_NAMES)('with the whole logs of that hour, mode %s', (mode) => {
  const rows = rowsOf(mode, true);
  print('the whole logs of runtime and kubelet up to that moment', rows);

  it.each(rows)('$situation/$name: $expected', (row) => {
    expect(row.found).toBe(row.expected);
    expectProof(row);
  });
});

describe('what is missing and what is wrong', () => {
  const all = MODE_NAMES.flatMap((mode) => rowsOf(mode, false));
  const right = new Map(
    all
      .filter((row) => row.mode === 'kubelet')
      .map((row) => [`${row.situation}/${row.name}`, row.expected]),
  );
  const less = all.filter((row) => row.expected !== right.get(`${row.situation}/${row.name}`));

  it.each(less)('$situation/$name, mode $mode, names what would tell more', ({ pod, found }) => {
    if (pod === null) expect(found).toBe(NOT_SEEN);
    // The network of the node is the cause wherever the pod stopped; an exit code is one whatever the container is for.
    else if (!/cni-config-missing|app-exit-nonzero/.test(found)) {
      expect(pod.verdict.needs.some((name) => /kubelet|cri/.test(name))).toBe(true);
    }
  });
});

describe('findings of the node', () => {
  it.each(FOLDERS)('%s', (folder) => {
    const { findings } = judge(folder, 'kubelet', false);
    expect(findings.map((item) => item.cause)).toEqual(FINDINGS[folder]);
    for (const finding of findings) expect(finding.evidence.length).toBeGreaterThan(0);
  });

  it.each(FOLDERS.filter((folder) => !WITHOUT_WHOLE_LOG.has(folder)))(
    '%s, with the whole logs',
    (folder) => {
      const { findings } = judge(folder, 'kubelet', true);
      expect(findings.map((item) => item.cause)).toEqual(FINDINGS[folder]);
    },
  );

  it('tell what changed before the first failure', () => {
    const [finding] = judge('pause-bad', 'kubelet', true).findings;
    const kinds = finding?.changes?.map((item) => item.kind) ?? [];
    expect(kinds).toContain('first-failure');
    expect(kinds).toContain('runtime-restarted');
  });
});

describe('kubelet’s port without a credential', () => {
  const file = fileURLToPath(new URL('./fixtures/endpoints-anon-off.txt', import.meta.url));
  const pods = readFileSync(file, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('pods '));

  it('answers 401, and then the verdicts are those of its log', () => {
    const status = Number(/anon10250=(\d+)/.exec(pods ?? '')?.[1]);
    const error = fromStatus(status, { where: '/pods', right: 'nodes/pods', hasCredential: false });
    expect(error.message).toContain('asks for a credential');
    const { snapshot, nowMs } = loadRecording('main', MODES.kubelet);
    const refused = { ...snapshot, kubeletPods: unavailable(error.message) };
    const found = diagnose(refused, nowMs).pods.map((pod) => [pod.name, verdictWords(pod)]);
    const expected = Object.entries(SITUATIONS['main'] ?? {}).filter(
      ([, words]) => words.log !== NOT_SEEN,
    );
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(expected.map(([name, words]) => [name, words.log])),
    );
  });
});
