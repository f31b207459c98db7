import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { Stage, StageState } from '../../server/contract/stage.ts';
import { STEP_TONE, type Tone } from '../ui/state-icon.tsx';

export interface ColumnPart {
  readonly state: StageState;
  readonly tone: Tone;
  readonly word: string;
  readonly count: number;
  /** Pods in the parts before this one: where its bar begins. */
  readonly before: number;
}

/** What a column says, worst first. */
const ORDER: readonly StageState[] = [
  'failed',
  'running',
  'unknown',
  'not-reached',
  'skipped',
  'ok',
];

const WORD: Readonly<Record<StageState, string>> = {
  failed: 'failed',
  running: 'in flight',
  unknown: 'unknown',
  'not-reached': 'not reached',
  skipped: 'skipped',
  ok: 'ok',
};

/** Pods that stand at a stage, by state; `worst` is set where a person should look. */
export function toColumn(
  stage: Stage,
  counts: NodeStatus['counts'][Stage],
): {
  readonly total: number;
  readonly parts: readonly ColumnPart[];
  readonly worst: StageState | null;
} {
  const parts: ColumnPart[] = [];
  let total = 0;
  for (const state of ORDER) {
    const count = counts[state] ?? 0;
    if (count === 0) continue;
    parts.push({ state, tone: STEP_TONE[state], word: toWord(stage, state), count, before: total });
    total += count;
  }
  const first = parts[0]?.state ?? null;
  return { total, parts, worst: first === 'failed' || first === 'running' ? first : null };
}

function toWord(stage: Stage, state: StageState): string {
  if (stage === 'run' && state === 'running') return 'not done';
  if (stage === 'teardown' && state === 'running') return 'stopping';
  return WORD[state];
}
