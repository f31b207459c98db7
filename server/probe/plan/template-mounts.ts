import type { JsonObject } from '../../contract/cri-config.ts';
import type { ProbeOptions } from '../../contract/probe.ts';
import type { ContainerStatus } from '../../contract/runtime-objects.ts';

interface MountSource {
  readonly detail: { readonly uid: string | null };
  readonly status: ContainerStatus | null;
  /** Where the specification mounts volumes; null where nobody tells. */
  readonly mountPaths: readonly string[] | null;
  readonly mayUsePrivileges: boolean;
}

export interface TemplateMounts {
  readonly taken: readonly JsonObject[];
  readonly leftOut: ProbeOptions['leftOut'];
}

type Mount = ContainerStatus['mounts'][number];

const WHY_UNTOLD =
  'the runtime tells them of a container that it has made, and it has none of this pod yet';
const WHY_NOT_MADE =
  'where it lies on the node is told of a container that was made, and there is none of this pod yet';
const WHY_OPERATOR = 'only an admin may give a probe files of the node';
const WHY_SECRET = 'it holds a secret, and the probe must not act with it';
const WHY_NODE = 'it is a path of the node itself, not a volume that kubelet made for the pod';
const WHY_OWN = 'kubelet made this file for that container alone';

/**
 * Volumes of the pod that a probe may have: those that kubelet keeps for it, without secrets, to read only. Which of
 * them cannot be mounted is what a probe shall show; what is in them is not its business.
 */
export function templateMounts(source: MountSource): TemplateMounts {
  const { detail, status, mountPaths, mayUsePrivileges } = source;
  if (status === null) return { taken: [], leftOut: notMadeYet(mountPaths) };
  const taken: JsonObject[] = [];
  const leftOut: { what: string; why: string }[] = [];
  for (const mount of status.mounts) {
    const why = mayUsePrivileges ? whyNot(mount, detail.uid) : WHY_OPERATOR;
    if (why === null) taken.push(toReadOnly(mount));
    else leftOut.push({ what: `mount ${mount.containerPath}`, why });
  }
  return { taken, leftOut };
}

function notMadeYet(paths: readonly string[] | null): TemplateMounts['leftOut'] {
  if (paths === null) return [{ what: 'mounts', why: WHY_UNTOLD }];
  return paths.map((path) => ({ what: `mount ${path}`, why: WHY_NOT_MADE }));
}

function toReadOnly({ containerPath, hostPath }: Mount): JsonObject {
  return { container_path: containerPath, host_path: hostPath, readonly: true };
}

/** Plugins whose volumes hold what only the pod may know: secrets, and its own identity. */
const SECRET_PLUGINS: ReadonlySet<string> = new Set([
  'kubernetes.io~secret',
  'kubernetes.io~projected',
]);

function whyNot({ hostPath }: Mount, uid: string | null): string | null {
  if (hostPath.split('/').includes('..')) return WHY_NODE;
  const found =
    /\/pods\/([^/]+)\/(volumes|volume-subpaths|containers|etc-hosts)(?:\/([^/]+))?/.exec(hostPath);
  const [, owner, kind, plugin = ''] = found ?? [];
  if (uid === null || owner !== uid) return WHY_NODE;
  if (kind === 'containers' || kind === 'etc-hosts') return WHY_OWN;
  // A path below a volume does not name its plugin.
  return kind === 'volume-subpaths' || SECRET_PLUGINS.has(plugin) ? WHY_SECRET : null;
}
