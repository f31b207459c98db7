import { LogError } from './log-error.ts';
import { isPlainName } from './open-beneath.ts';

/** Where a container's logs lie, by names alone: they are found while the runtime is down, too. */
export interface LogPlace {
  /** Folders below the pod log root: the pod's, the container's. */
  readonly steps: readonly string[];
  /** The attempt that was asked for; null: the newest. */
  readonly attempt: number | null;
  /** Which container is which attempt, as far as the runtime still knows. */
  readonly containerIds: ReadonlyMap<number, string>;
}

/** Names as kubelet makes its log folders of them. */
export interface ContainerNames {
  readonly namespace: string;
  readonly podName: string;
  readonly podUid: string;
  readonly container: string;
}

/** The folders of a container's logs; refuses names that are more than one step. */
export function stepsOf(names: ContainerNames): readonly string[] {
  const { namespace, podName, podUid, container } = names;
  if (![namespace, podName, podUid, container].every(isPlainName)) {
    throw new LogError('refused', 'A name with a path in it is no container.');
  }
  return [`${namespace}_${podName}_${podUid}`, container];
}

/** Where a log path of the runtime points to below the pod log root; refuses every other path. */
export function placeOfLogPath(
  logPath: string,
  podLogs: string,
): { readonly steps: readonly string[]; readonly attempt: number } {
  const root = podLogs.endsWith('/') ? podLogs : `${podLogs}/`;
  if (!logPath.startsWith(root)) {
    throw new LogError(
      'refused',
      `The runtime writes this log outside of ${podLogs}: it is not opened. Where that folder was moved, --pod-logs names it.`,
    );
  }
  const steps = logPath.slice(root.length).split('/');
  const file = steps.pop() ?? '';
  const attempt = /^(\d{1,9})\.log$/.exec(file)?.[1];
  if (attempt === undefined || steps.length === 0 || !steps.every(isPlainName)) {
    throw new LogError('refused', 'The log path that the runtime names is not one of a container.');
  }
  return { steps, attempt: Number(attempt) };
}
