import type { PodDetail } from '../contract/pod.ts';
import type { ProbeRecord } from './probe-record.ts';
import { STAGE_OF } from './step-error.ts';

/** Takes over what the pipeline tells of the parts of each call: of those before too, whose log lines come in later. */
export function refreshParts({ steps }: ProbeRecord, { stages }: PodDetail): void {
  for (const step of steps) {
    if (step.startedAtMs === null) continue;
    const cell = stages.find(({ stage }) => stage === STAGE_OF[step.call]);
    if (cell?.steps !== undefined) step.parts = cell.steps;
    // Of a pull that ended, how far it was is no news.
    step.progress = step.state === 'running' ? (cell?.progress ?? step.progress) : null;
  }
}
