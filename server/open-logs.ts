import type { Container, Sandbox } from './contract/runtime-objects.ts';
import { CriError } from './cri/cri-error.ts';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import { resolveOnNode } from './host/node-files.ts';
import type { ContainerLogs } from './logs/container-logs.ts';
import { createContainerLogs, hasLogFolder } from './logs/create-logs.ts';
import { findById } from './logs/find-by-id.ts';
import { type LogPlace, placeOfLogPath, stepsOf } from './logs/log-place.ts';
import type { LogRoots } from './logs/log-root.ts';
import { SearchProcess } from './logs/search-process.ts';
import type { AskOptions, ContainerRef } from './runtime.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

export interface NodeLogsOptions {
  readonly hostRoot: string;
  /** The pod log root as it is called on the node, as of now. */
  readonly podLogs: () => Promise<string>;
  readonly snapshot: () => Pick<NodeSnapshot, 'sandboxes' | 'containers'>;
  readonly connection: Pick<RuntimeConnection, 'cri' | 'health'>;
}

/** Finds a container's logs by what is known of it now. */
export type FindLogs = (ref: ContainerRef, options: AskOptions) => Promise<ContainerLogs | null>;

interface Known {
  readonly container: Container;
  readonly namespace: string;
  readonly podName: string;
  readonly podUid: string;
}

/** kubelet writes the pod's names into labels too: they are there also when the sandbox is not. */
function podOf(
  container: Container,
  sandboxes: ReadonlyMap<string, Sandbox>,
): Omit<Known, 'container'> | null {
  const sandbox = sandboxes.get(container.sandboxId);
  if (sandbox !== undefined) {
    return { namespace: sandbox.namespace, podName: sandbox.name, podUid: sandbox.uid };
  }
  const label = (name: string): string => container.labels[`io.kubernetes.pod.${name}`] ?? '';
  const names = { namespace: label('namespace'), podName: label('name'), podUid: label('uid') };
  return Object.values(names).includes('') ? null : names;
}

/** Where the runtime says that it writes the log; null when it cannot be asked, or says nothing. */
async function logPathOf(
  connection: NodeLogsOptions['connection'],
  containerId: string,
  options: AskOptions,
): Promise<string | null> {
  if (connection.health().state !== 'ok') return null;
  try {
    return (await connection.cri.containers.status(containerId, options)).logPath || null;
  } catch (error) {
    if (error instanceof CriError) return null;
    throw error;
  }
}

function knownContainers({
  sandboxes,
  containers,
}: Pick<NodeSnapshot, 'sandboxes' | 'containers'>): readonly Known[] {
  const byId = new Map((sandboxes.available ? sandboxes.value : []).map((one) => [one.id, one]));
  return (containers.available ? containers.value : []).flatMap((container) => {
    const pod = podOf(container, byId);
    return pod === null ? [] : [{ container, ...pod }];
  });
}

function idsOf(
  known: readonly Known[],
  wanted: { readonly podUid: string; readonly container: string },
): ReadonlyMap<number, string> {
  const same = known.filter(
    (one) => one.podUid === wanted.podUid && one.container.name === wanted.container,
  );
  return new Map(same.map(({ container }) => [container.attempt, container.id]));
}

/** Logs of this node's containers, read from its files: also while the runtime is down, and of containers that are gone. */
export function openNodeLogs(options: NodeLogsOptions): FindLogs {
  const resolve = (path: string): Promise<string> => resolveOnNode(options.hostRoot, path);
  const { connection } = options;
  const search = new SearchProcess();
  const place = async (
    roots: LogRoots,
    ref: ContainerRef,
    asked: AskOptions,
  ): Promise<LogPlace | null> => {
    const known = knownContainers(options.snapshot());
    if (!('id' in ref)) {
      return { steps: stepsOf(ref), attempt: ref.attempt, containerIds: idsOf(known, ref) };
    }
    const found = known.find(({ container }) => container.id === ref.id);
    if (found !== undefined) {
      const { container, ...pod } = found;
      const names = { ...pod, container: container.name };
      const steps = stepsOf(names);
      const containerIds = idsOf(known, names);
      if (await hasLogFolder(roots, steps)) {
        return { steps, attempt: container.attempt, containerIds };
      }
      // No folder of kubelet's: a pod that was made by hand says itself where its logs are.
      const logPath = await logPathOf(connection, ref.id, asked);
      return logPath === null
        ? { steps, attempt: container.attempt, containerIds }
        : { ...placeOfLogPath(logPath, roots.podLogs), containerIds };
    }
    const linked = await findById(roots, ref.id);
    return linked === null
      ? null
      : { ...linked, containerIds: new Map([[linked.attempt, ref.id]]) };
  };
  return async (ref, asked) => {
    const roots: LogRoots = { podLogs: await options.podLogs(), resolve };
    const found = await place(roots, ref, asked);
    return found === null ? null : createContainerLogs({ roots, search }, found);
  };
}
