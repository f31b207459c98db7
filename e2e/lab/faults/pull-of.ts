import type { PodDetail } from '../../../server/contract/pod.ts';
import type { PullProgress } from '../../../server/contract/pull-progress.ts';

/** What the pod's page tells of its pull; null while it tells nothing. */
export function pullOf({ stages }: PodDetail): PullProgress | null {
  return stages.find((cell) => cell.stage === 'pull')?.progress ?? null;
}
