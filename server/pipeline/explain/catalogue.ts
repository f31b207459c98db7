import type { ExplainStage } from '../../contract/explain-stage.ts';
import { CATALOGUE } from './catalogue-table.ts';

export interface CatalogueEntry {
  readonly group: string;
  readonly stages: readonly ExplainStage[];
}

const entries = new Map<string, CatalogueEntry>(
  Object.entries(CATALOGUE).flatMap(([group, causes]) =>
    Object.entries(causes).map(([cause, stages]) => [
      cause,
      { group, stages: stages.split(' ') as ExplainStage[] },
    ]),
  ),
);

/** Group and usual stages of a cause; null for an id that nobody entered. */
export function catalogueEntry(cause: string): CatalogueEntry | null {
  return entries.get(cause) ?? null;
}

/** Every cause that can be told from a text, in the order of groups. */
export function catalogueIds(): readonly string[] {
  return [...entries.keys()];
}
