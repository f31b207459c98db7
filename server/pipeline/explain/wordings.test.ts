import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explanationSchema } from '../../contract/explain.ts';
import { explain } from './explain.ts';
import { FORMS } from './testing/forms.ts';
import { perturb } from './testing/perturb.ts';

interface Wording {
  readonly stage: string;
  readonly cause: string;
  readonly text: string;
  /** True: tells its cause only as it stands, for what would be around it tells something else. */
  readonly bare?: boolean;
}

const read = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const rowsOf = <T>(name: string): T[] =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const wordings = JSON.parse(read('wordings.json')) as { known: Wording[]; unknown: string[] };
const fresh = rowsOf<Wording>('fresh.jsonl');
/** As programs print them, without the lines and calls around them. */
const fromSources = rowsOf<Wording>('source-wordings.jsonl');
const others = rowsOf<{ text: string }>('others.jsonl').map((row) => row.text);

/** What is told otherwise than it should be, one line each. */
function misses(rows: readonly Wording[], change: (text: string, index: number) => string) {
  return rows.flatMap(({ stage, cause, text }, index) => {
    const changed = change(text, index);
    const told = explain(changed);
    return told.stage === stage && told.cause === cause
      ? []
      : [{ should: `${stage}/${cause}`, is: `${told.stage}/${told.cause}`, text: changed }];
  });
}

describe('other wordings', () => {
  it.each([...wordings.known, ...fresh])('$cause ← $text', ({ stage, cause, text }) => {
    const told = explain(text);
    expect({ stage: told.stage, cause: told.cause }).toEqual({ stage, cause });
    expect(() => explanationSchema.parse(told)).not.toThrow();
  });

  it.each([...wordings.unknown, ...others])('nobody claims: %s', (text) => {
    const told = explain(text);
    expect(told).toMatchObject({ cause: 'unknown', group: 'unknown' });
    expect(told.confidence).toBeLessThan(0.3);
    expect(told.nextChecks.length).toBeGreaterThan(0);
  });

  it('are told as the sources print them', () => {
    expect(misses(fromSources, (text) => text)).toEqual([]);
  });

  it.each(FORMS)('are told in %s', (_name, put) => {
    const rows = fresh.filter((row) => row.bare !== true);
    expect(misses(rows, put)).toEqual([]);
  });

  it.each([1, 2, 3, 4])('are told under other names, ids and quotes (%i)', (seed) => {
    expect(misses(fresh, (text, index) => perturb(text, seed * 1_000 + index))).toEqual([]);
  });
});
