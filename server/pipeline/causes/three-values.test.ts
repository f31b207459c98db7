import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../contract/node-status.ts';
import type { Stage } from '../../contract/stage.ts';
import { explain } from '../explain/explain.ts';
import type { StoppedPodView } from '../pod-view.ts';
import { cell } from '../stage-result.ts';
import { failedAt, nodeFor, viewFor } from '../testing/stopped-view.ts';
import type { TextCause } from '../text-cause.ts';
import { CAUSES } from './index.ts';
import { TABLE_CAUSES } from './tables.ts';

interface Told {
  readonly stage: string;
  readonly cause: string;
  readonly text: string;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const known = (path: string): Told[] => (JSON.parse(read(path)) as { known: Told[] }).known;
const cases = read('../explain/fixtures/cases.jsonl').trim().split('\n');
/** Every text of which it is known what it tells: recorded ones, other wordings, reported cases. */
const TEXTS: readonly Told[] = [
  ...known('./fixtures/error-texts.json'),
  ...known('../explain/fixtures/wordings.json'),
  ...cases.map((line) => JSON.parse(line) as Told),
];

const TEXT_CAUSES = CAUSES.filter((cause): cause is TextCause => 'tells' in cause);
/** A failure of which no cause speaks. */
const UNRELATED = 'rpc error: code = Unknown desc = the frobnicator of "x" is out of sorts';

/** The stage failed, and nobody who is here says with which words. */
function wordless(stage: Stage, missing: readonly SourceName[]): StoppedPodView {
  const has = Object.fromEntries(missing.map((name) => [name, false]));
  const container = failedAt(stage, 'x').stop?.container ?? null;
  return viewFor(cell([stage, container], 'failed', 'failed', {}), { node: nodeFor(has) });
}

describe.each(TEXT_CAUSES)('$id', (cause) => {
  const [stage = 'pull'] = cause.stages;

  it('is matched by a text that is known to tell it', () => {
    const own = TEXTS.filter((told) => told.cause === cause.id);
    const matched = own.filter((told) =>
      cause.stages.some((each) => cause.match(failedAt(each, told.text), 0).result === 'matched'),
    );
    expect(matched.length).toBeGreaterThan(0);
  });

  it('is clear of a failure with other words', () => {
    expect(cause.match(failedAt(stage, UNRELATED), 0)).toEqual({ result: 'clear' });
  });

  it("is clear where the words are another stage's", () => {
    const other = cause.stages.includes('pull') ? 'teardown' : 'pull';
    if (cause.stages.includes(other)) return;
    const [own] = TEXTS.filter((told) => told.cause === cause.id);
    expect(cause.match(failedAt(other, own?.text ?? ''), 0)).toEqual({ result: 'clear' });
  });

  it.each([
    [
      ['runtime-log', 'kubelet', 'kubelet-log'],
      ['kubelet', 'runtime-log'],
    ],
    [['runtime-log'], ['runtime-log']],
    [['kubelet', 'kubelet-log'], ['kubelet']],
  ] as const)('is blind without %j, and asks for %j', (missing, needs) => {
    expect(cause.match(wordless(stage, missing), 0)).toEqual({ result: 'blind', needs });
  });

  it('asks for what the stage itself asks for, where nothing is known of it', () => {
    const unknown = viewFor(cell([stage, null], 'unknown', 'unknown', { needs: ['kubelet-log'] }));
    expect(cause.match(unknown, 0)).toEqual({ result: 'blind', needs: ['kubelet-log'] });
  });

  it('is clear when everybody was asked and nobody had words', () => {
    expect(cause.match(wordless(stage, []), 0)).toEqual({ result: 'clear' });
  });
});

describe.each(TABLE_CAUSES)('$id, by a text alone', (row) => {
  it('is told by a text that is known to tell it, and not by another failure', () => {
    const own = TEXTS.filter((told) => told.cause === row.id);
    expect(own.some((told) => explain(told.text).cause === row.id)).toBe(true);
    expect(explain(UNRELATED).cause).not.toBe(row.id);
  });
});

describe('what is easily confused', () => {
  const confusions = new Map(
    [...CAUSES, ...TABLE_CAUSES].map(({ id, confusedWith }) => [id, confusedWith]),
  );

  it('is a cause that exists, and never the same', () => {
    const wrong = [...confusions].flatMap(([id, others]) =>
      others.filter((other) => !confusions.has(other) || other === id).map((it) => `${id}: ${it}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is said of every cause, by at most a handful', () => {
    const counts = [...confusions].filter(([, it]) => it.length === 0 || it.length > 6);
    expect(counts).toEqual([]);
  });

  it('is said by the other one as well, where that one has not a handful already', () => {
    const oneWay = [...confusions].flatMap(([id, others]) =>
      others
        .filter((other) => !(confusions.get(other) ?? []).includes(id))
        .filter((other) => (confusions.get(other) ?? []).length < 5)
        .map((other) => `${other} does not name ${id}`),
    );
    expect(oneWay).toEqual([]);
  });
});
