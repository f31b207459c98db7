import { isAbsolute } from 'node:path';
import type { KubeletConfig, Told } from './kubelet-config.ts';

/** Where kubelet keeps pod logs unless it is told otherwise. */
const DEFAULT_POD_LOGS = '/var/log/pods';

/** The pod log root as it is called on the node, and who says so. */
export interface PodLogPlace extends Told<string> {
  /** A sentence about a flag of ours that leads elsewhere than kubelet writes; null where they agree. */
  readonly conflict: string | null;
}

/** Where pod logs are: by our own flag, else as kubelet is told, else where they always were. */
export function choosePodLogPlace(
  flag: string | null,
  { podLogsDir }: Pick<KubeletConfig, 'podLogsDir'>,
): PodLogPlace {
  // kubelet does not start with a relative one.
  const kubelets = podLogsDir !== null && isAbsolute(podLogsDir.value) ? podLogsDir : null;
  const where = kubelets?.where.startsWith('-')
    ? kubelets.where
    : `podLogsDir in ${kubelets?.where}`;
  if (flag === null) {
    return kubelets === null
      ? { value: DEFAULT_POD_LOGS, where: "kubelet's default", conflict: null }
      : { value: kubelets.value, where, conflict: null };
  }
  const differs = kubelets !== null && trimmed(kubelets.value) !== trimmed(flag);
  return {
    value: flag,
    where: '--pod-logs',
    conflict: differs
      ? `kubelet keeps them in ${kubelets.value} (${where}): without --pod-logs that is taken.`
      : null,
  };
}

const trimmed = (path: string): string => path.replace(/\/+$/, '');
