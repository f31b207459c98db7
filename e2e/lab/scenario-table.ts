import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A row of the scenario table: what a situation must show. Null: the table says nothing of it. */
export interface Scenario {
  readonly id: string;
  readonly outcome: string | null;
  readonly stage: string | null;
  readonly state: string | null;
  readonly cause: string | null;
  readonly notes: string;
}

const TABLE = fileURLToPath(new URL('../scenarios.tsv', import.meta.url));

/** The rows that are to be made on a real containerd, in the table's order. */
export function labScenarios(): readonly Scenario[] {
  const [head = '', ...rows] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return rows.flatMap((row) => {
    const cells = row.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
    if (!cell('where').split(' ').includes('lab')) return [];
    const orNull = (name: string) => cell(name) || null;
    return [
      {
        id: cell('scenario'),
        outcome: orNull('outcome'),
        stage: orNull('stage'),
        state: orNull('state'),
        cause: orNull('cause'),
        notes: cell('notes'),
      },
    ];
  });
}

/** "stuck pull failed image-not-found", with a dash where there is nothing. */
export function verdictWords(
  verdict: Pick<Scenario, 'outcome' | 'stage' | 'state' | 'cause'>,
): string {
  return [verdict.outcome, verdict.stage, verdict.state, verdict.cause]
    .map((word) => word ?? '-')
    .join(' ');
}
