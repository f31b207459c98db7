import { join } from 'node:path';
import type { PodDirectory } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { createdAtMs } from './created-at.ts';
import { HostError } from './host-error.ts';
import { inTurns } from './in-turns.ts';
import { mountedVolumes } from './mountinfo.ts';
import { listNodeFolder, listOrNone, statOnNode } from './node-files.ts';
import { readMounts } from './read-mounts.ts';

/** Twenty times the pods of a large node. */
const MAX_PODS = 10_000;
/** A pod has some tens of volumes; more in one folder are none of kubelet's. */
const MAX_NAMES = 1_000;

/** kubelet writes the plugin's name with "~" in the place of "/". */
function pluginName(folder: string): string {
  return stripControl(folder.replaceAll('~', '/'));
}

async function readVolumes(
  hostRoot: string,
  path: string,
  mounted: (plugin: string, name: string) => boolean | null,
): Promise<PodDirectory['volumes']> {
  const plugins = await listOrNone(hostRoot, join(path, 'volumes'), MAX_NAMES);
  const volumes = await Promise.all(
    plugins.map(async (plugin) => {
      // Names only: the folder of a volume may be a dead mount, and one look into it may never end.
      const names = await listOrNone(hostRoot, join(path, 'volumes', plugin), MAX_NAMES);
      return names.map((name) => ({
        plugin: pluginName(plugin),
        name: stripControl(name),
        isMounted: mounted(plugin, name),
      }));
    }),
  );
  return volumes.flat();
}

async function readPod(
  hostRoot: string,
  path: string,
  mounted: ReadonlySet<string> | null,
): Promise<PodDirectory | null> {
  const info = await statOnNode(hostRoot, path);
  if (info === null || !info.isDirectory()) return null;
  const uid = path.slice(path.lastIndexOf('/') + 1);
  const [names, volumes, containers] = await Promise.all([
    listOrNone(hostRoot, path, MAX_NAMES),
    readVolumes(hostRoot, path, (plugin, name) =>
      mounted === null ? null : mounted.has(`${uid}/${plugin}/${name}`),
    ),
    listOrNone(hostRoot, join(path, 'containers'), MAX_NAMES),
  ]);
  return {
    uid: stripControl(uid),
    path: stripControl(path),
    createdAtMs: createdAtMs(info),
    volumes,
    containers: containers.map(stripControl),
    hasEtcHosts: names.includes('etc-hosts'),
  };
}

async function readMounted(hostRoot: string): Promise<ReadonlySet<string> | null> {
  try {
    return mountedVolumes(await readMounts(hostRoot));
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

/**
 * kubelet's folders of pods below its root directory. No volume is entered or asked about: whether one is mounted is told
 * by mountinfo, null where that cannot be read. Throws HostError when there is no such folder.
 */
export async function readPodDirectories(
  hostRoot: string,
  kubeletRoot: string,
): Promise<readonly PodDirectory[]> {
  const root = join(kubeletRoot, 'pods');
  const uids = await listNodeFolder(hostRoot, root, MAX_PODS);
  const mounted = await readMounted(hostRoot);
  const pods = await inTurns(uids, (uid) => readPod(hostRoot, join(root, uid), mounted));
  return pods.filter((pod) => pod !== null);
}
