import type { NodeMount } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';

/** The kernel writes space, tab, newline and backslash of a path as octal. */
function fromOctal(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** <kubelet root>/pods/<uid>/{volumes,volumeDevices}/<plugin>/<name> and …/volume-subpaths/<name>/<container>/<n>. */
const POD_VOLUME = /\/pods\/([^/]+)\/(volumes|volumeDevices)\/([^/]+)\/([^/]+)/;
const POD_SUBPATH = /\/pods\/([^/]+)\/volume-subpaths\/([^/]+)\//;
/** An id as a folder of its own. A folder below overlay/ is a layer, not a container. */
const OBJECT_ID = /\/(?!overlay\/)([^/]+)\/([0-9a-f]{64})(?=\/|$)/g;

type Owner = Pick<NodeMount, 'podUid' | 'volumeName' | 'sandboxOrContainerId'>;

function ownerOf(mountPoint: string): Owner | null {
  const volume = POD_VOLUME.exec(mountPoint);
  if (volume !== null) {
    return { podUid: volume[1] ?? null, volumeName: volume[4] ?? null, sandboxOrContainerId: null };
  }
  const subpath = POD_SUBPATH.exec(mountPoint);
  if (subpath !== null) {
    return {
      podUid: subpath[1] ?? null,
      volumeName: subpath[2] ?? null,
      sandboxOrContainerId: null,
    };
  }
  const ids = [...mountPoint.matchAll(OBJECT_ID)].map((found) => found[2]);
  const id = ids.at(-1);
  return id === undefined ? null : { podUid: null, volumeName: null, sandboxOrContainerId: id };
}

/** One line: id parent major:minor root mountPoint options [optional …] - fsType source superOptions. */
function parseLine(line: string): { mountPoint: string; fsType: string; source: string } | null {
  const [before, after] = line.split(' - ');
  const mountPoint = before?.split(' ')[4];
  const [fsType, source] = after?.split(' ') ?? [];
  if (mountPoint === undefined || fsType === undefined) return null;
  return {
    mountPoint: stripControl(fromOctal(mountPoint)),
    fsType: stripControl(fsType),
    source: stripControl(fromOctal(source ?? '')),
  };
}

/** The mounts of a mountinfo file that belong to a pod, a sandbox or a container, in its order. Never throws. */
export function parseMountinfo(text: string): NodeMount[] {
  return text.split('\n').flatMap((line) => {
    // Most lines of a full node are ours; this spares the parsing of those that cannot be.
    if (!line.includes('/pods/') && !/[0-9a-f]{64}/.test(line)) return [];
    const mount = parseLine(line);
    const owner = mount === null ? null : ownerOf(mount.mountPoint);
    return mount === null || owner === null ? [] : [{ ...mount, ...owner }];
  });
}

/** "uid/plugin folder/name" of every volume that is mounted, for the table of a pod's volumes. */
export function mountedVolumes(mounts: readonly NodeMount[]): ReadonlySet<string> {
  const mounted = new Set<string>();
  for (const { mountPoint } of mounts) {
    const volume = POD_VOLUME.exec(mountPoint);
    if (volume !== null) mounted.add(`${volume[1]}/${volume[3]}/${volume[4]}`);
  }
  return mounted;
}
