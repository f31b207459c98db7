import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAUSES } from '../causes/index.ts';
import { TABLE_CAUSES } from '../causes/tables.ts';
import { catalogueEntry, catalogueIds } from './catalogue.ts';
import { explain } from './explain.ts';
import { FIRST_RULES } from './first-rules.ts';
import { LAST_RULES } from './last-rules.ts';
import { perturb } from './testing/perturb.ts';

interface Case {
  readonly id: string;
  readonly stage: string;
  readonly cause: string;
  readonly group: string;
  readonly text: string;
}

const read = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const cases = read('cases.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const answers = cases.map((one) => ({ one, told: explain(one.text) }));

function share(fits: (answer: (typeof answers)[number]) => boolean): number {
  return answers.filter(fits).length / answers.length;
}

describe('reported cases', () => {
  it('are told: stage 99 %, group 97 %, cause 95 %', () => {
    const stage = share(({ one, told }) => told.stage === one.stage);
    const group = share(({ one, told }) => told.group === one.group);
    const cause = share(({ one, told }) => told.cause === one.cause);
    const misses = answers
      .filter(({ one, told }) => told.cause !== one.cause || told.stage !== one.stage)
      .map(
        ({ one, told }) =>
          `  ${one.id} ${one.stage}/${one.cause} told as ${told.stage}/${told.cause}`,
      );
    const words = [stage, group, cause].map((value) => `${(value * 100).toFixed(1)} %`);
    process.stdout.write(
      `${cases.length} cases: stage ${words[0]}, group ${words[1]}, cause ${words[2]}; misses:\n${misses.join('\n')}\n`,
    );
    expect(stage).toBeGreaterThanOrEqual(0.99);
    expect(group).toBeGreaterThanOrEqual(0.97);
    expect(cause).toBeGreaterThanOrEqual(0.95);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'answer the same under other names, ids, addresses and quotes (%i)',
    (seed) => {
      const changed = answers.flatMap(({ one, told }, index) => {
        const text = perturb(one.text, seed * 1_000 + index);
        const now = explain(text);
        return now.cause === told.cause && now.stage === told.stage
          ? []
          : [
              {
                id: one.id,
                was: `${told.stage}/${told.cause}`,
                is: `${now.stage}/${now.cause}`,
                text,
              },
            ];
      });
      expect(changed).toEqual([]);
    },
  );

  it('are told when they stand among other lines', () => {
    const healthy =
      'level=info msg="StartContainer for \\"0a1b\\" returns successfully"\nI0102 03:04:05.000006 1 kubelet.go:1] "SyncLoop UPDATE"\n';
    const log = `${healthy.repeat(60)}${cases.find((one) => one.cause === 'cgroup-slice-missing')?.text}\n${healthy.repeat(200)}`;
    expect(explain(log).cause).toBe('cgroup-slice-missing');
  });
});

describe('the catalogue', () => {
  it('knows every cause, and words stand behind every name', () => {
    const words = new Set([...CAUSES, ...TABLE_CAUSES].map((cause) => cause.id));
    expect([...words].filter((id) => catalogueEntry(id) === null)).toEqual([]);
    expect(catalogueIds().filter((id) => !words.has(id))).toEqual([]);
    const ruled = [...FIRST_RULES, ...LAST_RULES].map((rule) => rule.cause);
    expect(ruled.filter((id) => !words.has(id))).toEqual([]);
  });

  it('has plain words and steps for the causes of the tables', () => {
    expect(new Set(TABLE_CAUSES.map((cause) => cause.id)).size).toBe(TABLE_CAUSES.length);
    for (const cause of TABLE_CAUSES) {
      expect(cause.explanation.length, cause.id).toBeGreaterThan(60);
      expect(cause.explanation.length, cause.id).toBeLessThan(340);
      expect(cause.checks.length, cause.id).toBeGreaterThan(0);
      const unknown = cause.confusedWith.filter((id) => catalogueEntry(id) === null);
      expect(unknown, cause.id).toEqual([]);
    }
  });
});

describe('any text', () => {
  it.each([
    '',
    ' ',
    '"',
    '\\"'.repeat(9_000),
    ': '.repeat(30_000),
    'failed to '.repeat(6_000),
    '['.repeat(65_536),
    'a'.repeat(65_536),
    '\n'.repeat(65_536),
  ])('has an answer in time', (text) => {
    const begin = performance.now();
    const told = explain(text);
    expect(performance.now() - begin).toBeLessThan(2_000);
    const [start, end] = told.innermost;
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(text.length);
  });

  it('marks the innermost message where it stands', () => {
    const text = 'Error: failed to create containerd task: exec: "x": permission denied: unknown';
    const told = explain(text);
    expect(text.slice(...told.innermost)).toBe(told.message);
  });

  it('is fast', () => {
    const texts = [1, 2, 3].flatMap((seed) => cases.map((one) => perturb(one.text, seed + 77)));
    const begin = performance.now();
    for (const text of texts) explain(text);
    const perSecond = Math.round((texts.length / (performance.now() - begin)) * 1_000);
    process.stdout.write(`explained ${perSecond} texts a second\n`);
    expect(perSecond).toBeGreaterThan(0);
  });
});
