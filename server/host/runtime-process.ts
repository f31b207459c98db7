import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from './host-error.ts';
import { inTurns } from './in-turns.ts';
import { listOrNone, readNodeText } from './node-files.ts';
import type { ProcStat } from './proc-stat.ts';
import { readOwner } from './process-details.ts';
import { isRuntimeCommand } from './process-names.ts';
import { readProcessTable } from './process-table.ts';

/** 4 MiB: some 40,000 sockets. */
const MAX_SOCKETS_BYTES = 4 * 1024 * 1024;
/** A runtime holds some descriptors a container. */
const MAX_DESCRIPTORS = 20_000;

/** /var/run is a link to /run, and a socket is listed by the name it was made with. */
function withoutVar(path: string): string {
  return path.startsWith('/var/run/') ? path.slice('/var'.length) : path;
}

/** The inodes of sockets listening at this path, from /proc/net/unix: num refs protocol flags type state inode path. */
export function parseSocketInodes(text: string, socketPath: string): ReadonlySet<string> {
  const inodes = new Set<string>();
  for (const line of text.split('\n')) {
    const [, , , , , , inode, path] = line.trim().split(/\s+/);
    if (inode !== undefined && path !== undefined && withoutVar(path) === withoutVar(socketPath)) {
      inodes.add(inode);
    }
  }
  return inodes;
}

async function holdsSocket(
  hostRoot: string,
  pid: number,
  inodes: ReadonlySet<string>,
): Promise<boolean> {
  const folder = join(hostRoot, 'proc', String(pid), 'fd');
  const descriptors = await listOrNone(hostRoot, `/proc/${pid}/fd`, MAX_DESCRIPTORS);
  const targets = await inTurns(descriptors, (descriptor) => linkOf(join(folder, descriptor)));
  return targets.some((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
}

async function linkOf(path: string): Promise<string> {
  try {
    return await readlink(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return ''; // Closed meanwhile, or not ours to see.
  }
}

/** Those of the node itself: a runtime or kubelet that runs in a pod is that pod's business. */
export async function outsidePods(
  hostRoot: string,
  processes: readonly ProcStat[],
): Promise<ProcStat[]> {
  const inPod = await inTurns(
    processes,
    async ({ pid }) => (await readOwner(hostRoot, pid)).podUid,
  );
  return processes.filter((_, index) => inPod[index] === null);
}

/**
 * The process of the runtime behind an endpoint: where several runtimes run, the one that holds the socket; where that
 * cannot be seen, the first one started. Null when none runs.
 */
export async function findRuntimeProcess(
  hostRoot: string,
  table: readonly ProcStat[],
  endpoint: string | null,
): Promise<ProcStat | null> {
  const named = table.filter(({ command }) => isRuntimeCommand(command));
  const candidates = (await outsidePods(hostRoot, named)).sort(
    (a, b) => a.startedAfterMs - b.startedAfterMs,
  );
  const [first] = candidates;
  if (candidates.length < 2 || endpoint === null) return first ?? null;
  const sockets = await readNodeText(hostRoot, '/proc/1/net/unix', MAX_SOCKETS_BYTES);
  const inodes = parseSocketInodes(sockets ?? '', endpoint.replace(/^unix:\/\//, ''));
  for (const candidate of inodes.size === 0 ? [] : candidates) {
    if (await holdsSocket(hostRoot, candidate.pid, inodes)) return candidate;
  }
  return first ?? null;
}

/** The pid of the runtime behind an endpoint, null when none is seen. */
export async function findRuntimePid(
  hostRoot: string,
  endpoint: string | null,
): Promise<number | null> {
  const found = await findRuntimeProcess(hostRoot, await readProcessTable(hostRoot), endpoint);
  return found?.pid ?? null;
}
