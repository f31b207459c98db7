import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabRecord } from './lab-record.ts';
import { runCommand } from './run-command.ts';
import { startTicksOf } from './start-ticks.ts';
import { waitUntil } from './wait-until.ts';

/** libcni's own note of each attachment; containerd gives no way to place it elsewhere. */
const CNI_RESULTS = '/var/lib/cni/results';
/** Shims make their sockets here whatever the configuration says. */
const SHIM_SOCKET = /\/run\/containerd\/s\/[0-9a-f]+/;

/** Clears away what labs of processes that are gone left behind. */
export async function sweepAbandonedLabs(signal: AbortSignal): Promise<void> {
  for (const record of LabRecord.abandoned()) {
    if (record.claim()) await removeLab(record, signal);
  }
}

/**
 * Ends everything a lab started and removes everything it made: processes, mounts, cgroups, bridge, folder. The same
 * way after a crash and at a regular end, so that the rare path is the tried one.
 */
export async function removeLab(record: LabRecord, signal: AbortSignal): Promise<void> {
  for (const process of record.liveProcesses()) kill(process.pid);
  const sockets = new Set<string>(await bundleSockets(record.dir));
  await waitUntil('the lab’s processes are gone', { signal, timeoutMs: 10_000 }, async () => {
    const shims = shimPids(record.dir);
    for (const path of socketsOf(shims)) sockets.add(path);
    const pids = [...shims, ...cgroupPids(record.cgroup)];
    for (const pid of pids) kill(pid);
    return pids.length === 0 && record.liveProcesses().length === 0;
  });
  for (const path of sockets) await rm(path, { force: true });
  for (const { pid } of record.allProcesses()) await rm(stacksOf(pid), { force: true });
  await unmountBelow(record.dir, signal);
  for (const path of cgroupDirs(record.cgroup)) await removeCgroup(path);
  if (record.bridge !== null && existsSync(`/sys/class/net/${record.bridge}`)) {
    await runCommand('ip', ['link', 'del', record.bridge], { signal });
  }
  await removeCniResults(record);
  await rm(record.dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** containerd writes its goroutines here when it is asked for them. */
function stacksOf(pid: number): string {
  return `/tmp/containerd.${pid}.stacks.log`;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Shims are children of init; they are known by our socket, a path no other program uses, on their command line. */
function shimPids(dir: string): readonly number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    if (startTicksOf(pid) !== null && commandLine(pid).includes(`-address\0${dir}/`))
      found.push(pid);
  }
  return found;
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process ended between the list and the look.
    return '';
  }
}

/** The lab's top cgroup in every hierarchy: version 1 has one a controller, version 2 a single one. */
function cgroupDirs(cgroup: string): readonly string[] {
  const root = '/sys/fs/cgroup';
  if (!existsSync(root)) return [];
  const parents = [root, ...readdirSync(root).map((name) => join(root, name))];
  return parents.map((parent) => join(parent, cgroup)).filter((path) => existsSync(path));
}

function cgroupPids(cgroup: string): readonly number[] {
  const pids = new Set<number>();
  const visit = (path: string): void => {
    try {
      for (const line of readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n')) {
        if (line !== '' && startTicksOf(Number(line)) !== null) pids.add(Number(line));
      }
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (entry.isDirectory()) visit(join(path, entry.name));
      }
    } catch {
      // runc removed the group meanwhile.
    }
  };
  for (const path of cgroupDirs(cgroup)) visit(path);
  return [...pids];
}

async function removeCgroup(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) await removeCgroup(join(path, entry.name));
  }
  // A group whose last process is just going answers EBUSY: it is empty, so leaving it costs nothing.
  await rmdir(path).catch(() => undefined);
}

async function unmountBelow(dir: string, signal: AbortSignal): Promise<void> {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((path) => path.startsWith(`${dir}/`));
  // The latest first: mounts may lie upon each other.
  for (const path of mounts.reverse()) await runCommand('umount', ['-l', path], { signal });
}

/** Sockets of shims that live no more, from what containerd noted of them. */
async function bundleSockets(dir: string): Promise<readonly string[]> {
  const bundles = join(dir, 'state/io.containerd.runtime.v2.task/k8s.io');
  const found: string[] = [];
  for (const id of await readdir(bundles).catch(() => [])) {
    for (const file of ['address', 'bootstrap.json']) {
      const path = join(bundles, id, file);
      if (!existsSync(path)) continue;
      found.push(...(readFileSync(path, 'utf8').match(SHIM_SOCKET) ?? []));
    }
  }
  return found;
}

/** Sockets that these processes hold: a shim that is killed leaves its own behind. */
function socketsOf(pids: readonly number[]): readonly string[] {
  const inodes = new Set(pids.flatMap(socketInodes));
  return readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => inodes.has(fields[6] ?? '') && SHIM_SOCKET.test(fields[7] ?? ''))
    .map((fields) => fields[7] ?? '');
}

function socketInodes(pid: number): readonly string[] {
  const dir = `/proc/${pid}/fd`;
  try {
    return readdirSync(dir).flatMap((fd) => {
      const target = readlinkSync(join(dir, fd), { encoding: 'utf8' });
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? [];
    });
  } catch {
    // The process ended while we looked.
    return [];
  }
}

async function removeCniResults(record: LabRecord): Promise<void> {
  for (const name of await readdir(CNI_RESULTS).catch(() => [])) {
    const path = join(CNI_RESULTS, name);
    // The loopback's notes bear no network name of ours; the network namespace in them does lie in our folder.
    const isOurs =
      name.startsWith(`${record.network}-`) ||
      readFileSync(path, 'utf8').includes(`${record.dir}/`);
    if (isOurs) await rm(path, { force: true });
  }
}
