import type { CallRow } from '../../server/contract/call.ts';
import type { PodDetail, StageCell } from '../../server/contract/pod.ts';
import { STAGE_LABEL, type StageState } from '../../server/contract/stage.ts';
import type { StageStep } from '../../server/contract/stage-step.ts';
import type { Matrix } from './matrix-model.ts';
import type { Span } from './time-axis.ts';

export interface WaterfallBar extends Span {
  readonly state: StageState;
}

/** One call of one container, with all its tries; or a part of a stage. */
export interface WaterfallRow {
  readonly key: string;
  readonly who: string;
  readonly what: string;
  /** A part of the row above. */
  readonly isPart: boolean;
  readonly bars: readonly WaterfallBar[];
  readonly usualMs: number | null;
}

const OUTCOME_STATE: Readonly<Record<CallRow['outcome'], StageState>> = {
  ok: 'ok',
  failed: 'failed',
  'in-flight': 'running',
  unknown: 'unknown',
};

/**
 * Where the start of a pod went: a row for each call, its tries taken from the journal where that knows them, else the
 * last one from the cell. `calls` may still be empty.
 */
export function toWaterfall(
  pod: PodDetail,
  matrix: Matrix,
  calls: readonly CallRow[],
  nowMs: number,
): readonly WaterfallRow[] {
  return matrix.order
    .filter(({ stage }) => stage !== 'run')
    .flatMap((cell) => {
      const own = calls.filter((call) => isCallOf(call, cell, pod));
      const tries = own.flatMap((call) => toTry(call, nowMs));
      const bars = tries.length > 0 ? tries : toBar(cell, nowMs);
      const usualMs = own.find((call) => call.usualMs !== null)?.usualMs ?? null;
      const row = toRow(cell, bars, usualMs);
      const parts = (cell.steps ?? []).flatMap((step) => toPart(cell, step, nowMs));
      return [...(bars.length === 0 ? [] : [row]), ...(parts.length < 2 ? [] : parts)];
    });
}

function toRow(
  cell: StageCell,
  bars: readonly WaterfallBar[],
  usualMs: number | null,
): WaterfallRow {
  const who = cell.container ?? 'pod';
  const what = STAGE_LABEL[cell.stage];
  return { key: `${who}/${what}`, who, what, isPart: false, bars, usualMs };
}

function toPart(cell: StageCell, step: StageStep, nowMs: number): readonly WaterfallRow[] {
  const bars = toBar(step, nowMs);
  if (bars.length === 0) return [];
  const who = cell.container ?? 'pod';
  const key = `${who}/${STAGE_LABEL[cell.stage]}/${step.id}`;
  return [{ key, who, what: step.label, isPart: true, bars, usualMs: null }];
}

/** The journal names a pull by its image where it does not know the container. */
function isCallOf(call: CallRow, cell: StageCell, pod: PodDetail): boolean {
  if (call.call !== STAGE_LABEL[cell.stage]) return false;
  if (cell.container === null || call.container === cell.container) return true;
  if (call.container !== null || call.imageRef === null) return false;
  return pod.containers.find(({ name }) => name === cell.container)?.image === call.imageRef;
}

function toTry(call: CallRow, nowMs: number): readonly WaterfallBar[] {
  if (call.beganAt === null) return [];
  const startMs = Date.parse(call.beganAt);
  const state = OUTCOME_STATE[call.outcome];
  if (call.outcome === 'in-flight') return [{ startMs, endMs: Math.max(nowMs, startMs), state }];
  return call.durationMs === null ? [] : [{ startMs, endMs: startMs + call.durationMs, state }];
}

function toBar(
  { startedAt, durationMs, state }: Pick<StageCell, 'startedAt' | 'durationMs' | 'state'>,
  nowMs: number,
): readonly WaterfallBar[] {
  if (startedAt === null) return [];
  const startMs = Date.parse(startedAt);
  if (state === 'running') return [{ startMs, endMs: Math.max(nowMs, startMs), state }];
  return durationMs === null ? [] : [{ startMs, endMs: startMs + durationMs, state }];
}
