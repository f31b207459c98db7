/** Whose a control group is, as far as its path tells. */
export interface CgroupOwner {
  readonly podUid: string | null;
  readonly containerId: string | null;
}

const NOBODY: CgroupOwner = { podUid: null, containerId: null };

/** systemd driver: kubepods-burstable-pod<uid>.slice, the uid's dashes written as underscores; a prefix where nodes nest. */
const POD_SLICE = /(?:^|-)kubepods.*?-pod([^-]+)\.slice$/;
/** cgroupfs driver: kubepods[/burstable]/pod<uid>. */
const POD_PARENT = /kubepods|^(?:besteffort|burstable|guaranteed)$/;
/** <id>, cri-containerd-<id>.scope, crio-<id>, docker-<id>.scope, kata_<id>, and system.slice:cri-containerd:<id>. */
const CONTAINER = /(?:^|[-_:])([0-9a-f]{64})(?:\.(?:scope|service))?$/;

function podUidOf(part: string, parent: string): string | null {
  const slice = POD_SLICE.exec(part)?.[1];
  if (slice !== undefined) return slice.replaceAll('_', '-');
  return part.startsWith('pod') && POD_PARENT.test(parent)
    ? part.slice('pod'.length) || null
    : null;
}

/**
 * The pod and container that a control group belongs to, in the forms of both drivers and both versions. Of nodes that
 * run in a container of another node the innermost pod counts; groups that a container makes within its own are its own.
 */
export function parseCgroupPath(path: string): CgroupOwner {
  const parts = path.split('/');
  let owner = NOBODY;
  for (const [index, part] of parts.entries()) {
    const podUid = podUidOf(part, parts[index - 1] ?? '');
    if (podUid !== null) owner = { podUid, containerId: null };
    // The first one below its pod: what follows are groups that the container made, or nested runtimes.
    else if (owner.containerId === null || owner.podUid === null) {
      const containerId = CONTAINER.exec(part)?.[1] ?? owner.containerId;
      owner = { ...owner, containerId };
    }
  }
  return owner;
}

/** The owner told by /proc/<pid>/cgroup: one line on version 2, one a controller on version 1. */
export function parseProcessCgroups(text: string): CgroupOwner {
  let best = NOBODY;
  for (const line of text.split('\n')) {
    const path = line.slice(line.indexOf(':', line.indexOf(':') + 1) + 1);
    const owner = parseCgroupPath(path);
    if (owner.podUid !== null && owner.containerId !== null) return owner;
    if (best.podUid === null && (owner.podUid ?? owner.containerId) !== null) best = owner;
  }
  return best;
}
