import { readFileSync } from 'node:fs';
import type { DressName } from '../model/scenario.ts';

/** A row of scenarios.tsv: what a situation must show. Null: the table says nothing of it. */
export interface Expectation {
  readonly scenario: string;
  readonly outcome: string | null;
  readonly stage: string | null;
  readonly state: string | null;
  readonly cause: string | null;
  readonly notes: string;
}

const TABLE = new URL('../../scenarios.tsv', import.meta.url);

/** runc runs inside CRI-O's CreateContainer, so what containerd meets at the start CRI-O meets there; no record is left. */
const CREATE_ON_CRIO: ReadonlySet<string> = new Set([
  'exec-missing',
  'exec-noperm',
  'mount-type',
  'memory-too-low',
]);

/** The rows marked sim in the table's order, as they must read on a runtime of that kind. */
export function expectationsFor(dress: DressName): readonly Expectation[] {
  const [head = '', ...rows] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return rows.flatMap((row) => {
    const cells = row.split('\t');
    const cell = (name: string): string => cells[columns.indexOf(name)]?.trim() ?? '';
    if (!cell('where').split(' ').includes('sim')) return [];
    const orNull = (name: string): string | null => cell(name) || null;
    const isOther = dress === 'crio' && CREATE_ON_CRIO.has(cell('scenario'));
    return [
      {
        scenario: cell('scenario'),
        outcome: orNull('outcome'),
        stage: isOther ? 'create' : orNull('stage'),
        state: orNull('state'),
        cause: orNull('cause'),
        notes: cell('notes'),
      },
    ];
  });
}

/** "stuck pull failed image-not-found", with a dash where there is nothing. */
export function words(verdict: {
  readonly outcome: string | null;
  readonly stage: string | null;
  readonly state: string | null;
  readonly cause: string | null;
}): string {
  return [verdict.outcome, verdict.stage, verdict.state, verdict.cause]
    .map((word) => word ?? '-')
    .join(' ');
}
