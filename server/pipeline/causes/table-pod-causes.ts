import { STAGES, type Stage } from '../../contract/stage.ts';
import { catalogueEntry } from '../explain/catalogue.ts';
import { withNames } from '../fixes/fill-places.ts';
import { samePods } from '../next-checks.ts';
import type { TableCause } from '../table-cause.ts';
import { type TextCause, textCause } from '../text-cause.ts';
import { TABLE_CAUSES } from './tables.ts';

/** Up to the start a text is of the failing call itself; how a container ended is judged by its status. */
const OF_A_CALL: ReadonlySet<string> = new Set(['sandbox', 'pull', 'create', 'start']);
/** Creating and starting share the runtime's words. */
const BOTH: readonly Stage[] = ['create', 'start'];

/** Below 0.7 the words fit another cause as well: a hint for a reader, no verdict. */
const SURE_ENOUGH = 0.7;

function stagesOf(id: string): readonly Stage[] {
  const own = catalogueEntry(id)?.stages ?? [];
  const stages = STAGES.filter((stage) => OF_A_CALL.has(stage) && own.includes(stage));
  return stages.some((stage) => BOTH.includes(stage))
    ? [...stages, ...BOTH.filter((stage) => !stages.includes(stage))]
    : stages;
}

function toPodCauses(row: TableCause): TextCause[] {
  const stages = stagesOf(row.id);
  const isGuess = row.isLast === true || (row.confidence ?? 1) < SURE_ENOUGH;
  if (stages.length === 0 || isGuess) return [];
  return [
    textCause({
      ...row,
      stages,
      impact: 'Nothing of the pod can start before this is mended; kubelet goes on trying.',
      nextChecks: (view) => [...withNames(row.checks, view), samePods(row.id)],
    }),
  ];
}

/** The table's causes that stop a pod at one of the four calls. */
export const TABLE_POD_CAUSES: readonly TextCause[] = TABLE_CAUSES.flatMap(toPodCauses);
