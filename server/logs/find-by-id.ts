import { LogError, systemCode } from './log-error.ts';
import { placeOfLogPath } from './log-place.ts';
import type { LogRoots } from './log-root.ts';
import { OpenFolder } from './open-beneath.ts';

/** Where kubelet keeps a link for each container, with its id in the name: the only place that tells without the runtime. */
const CONTAINER_LINKS = '/var/log/containers';

/**
 * Where the log of a container lies by the link that kubelet made for it; null when there is none. The link is read, never
 * followed: where it points to is checked as any path that is not ours.
 */
export async function findById(
  roots: LogRoots,
  containerId: string,
): Promise<{ readonly steps: readonly string[]; readonly attempt: number } | null> {
  let folder: OpenFolder;
  try {
    folder = await OpenFolder.open(await roots.resolve(CONTAINER_LINKS));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
  try {
    const name = (await folder.names()).find((one) => one.endsWith(`-${containerId}.log`));
    const target = name === undefined ? null : await folder.linkTarget(name);
    return target === null ? null : placeOfLogPath(target, roots.podLogs);
  } catch (error) {
    if (error instanceof LogError || systemCode(error) === 'ENOENT') return null;
    throw error;
  } finally {
    await folder.close();
  }
}
