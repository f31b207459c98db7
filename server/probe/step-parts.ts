import type { PodDetail } from '../contract/pod.ts';
import type { StepRecord } from './probe-record.ts';
import { STAGE_OF } from './step-error.ts';

/** Takes over what the pipeline tells of the parts of this call. */
export function refreshParts(step: StepRecord, { stages }: PodDetail): void {
  const cell = stages.find(({ stage }) => stage === STAGE_OF[step.call]);
  if (cell?.steps !== undefined) step.parts = cell.steps;
  // Of a pull that ended, how far it was is no news.
  step.progress = step.state === 'running' ? (cell?.progress ?? step.progress) : null;
}
