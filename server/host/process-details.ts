import type { TermHandling } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import { type CgroupOwner, parseProcessCgroups } from './cgroup-path.ts';
import { readNodeText } from './node-files.ts';
import type { ProcStat } from './proc-stat.ts';

const MAX_FILE_BYTES = 64 * 1024;
/** Signal 15 as a bit of a mask whose first bit is signal 1. */
const TERM_BIT = 1n << 14n;

/** "-id <id>" of containerd's shims, "-c <id>" or "--cid <id>" of conmon, "--sandbox …" of older kata shims. */
const ID_FLAG = /^(?:-id|--id|-c|--cid|--sandbox|-sandbox)$/;

/** The sandbox or container a shim was started for, from its command line. */
export function parseShimId(cmdline: string): string | null {
  const args = cmdline.split('\0');
  const flagAt = args.findIndex((arg) => ID_FLAG.test(arg));
  const value = flagAt === -1 ? undefined : args[flagAt + 1];
  if (value !== undefined && value !== '') return stripControl(value);
  return args.map((arg) => /^--?(?:id|cid)=(.+)$/.exec(arg)?.[1]).find(Boolean) ?? null;
}

/**
 * What TERM does to a process, by its masks in /proc/<pid>/status. The first process of a container has no default action:
 * without a handler TERM does nothing to it.
 */
export function parseTerm(status: string): TermHandling | null {
  const mask = (name: string): bigint | null => {
    const hex = new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1];
    return hex === undefined ? null : BigInt(`0x${hex}`);
  };
  const ignored = mask('SigIgn');
  const caught = mask('SigCgt');
  if (ignored === null || caught === null) return null;
  if ((ignored & TERM_BIT) !== 0n) return 'ignored';
  if ((caught & TERM_BIT) !== 0n) return 'caught';
  const pids = /^NSpid:\s*(.+)$/m.exec(status)?.[1]?.trim().split(/\s+/) ?? [];
  const isInit = pids.length > 1 && pids.at(-1) === '1';
  return isInit ? 'no-handler' : 'ends';
}

/** Whose control group a process is in. */
export async function readOwner(hostRoot: string, pid: number): Promise<CgroupOwner> {
  const text = await readNodeText(hostRoot, `/proc/${pid}/cgroup`, MAX_FILE_BYTES);
  return parseProcessCgroups(text ?? '');
}

/**
 * The id a shim was started for. A command line is read through the process's memory, whose lock a process that hangs in
 * the kernel may hold: of such a one it is not asked for.
 */
export async function readShimId(hostRoot: string, process: ProcStat): Promise<string | null> {
  if (process.state === 'D') return null;
  const cmdline = await readNodeText(hostRoot, `/proc/${process.pid}/cmdline`, MAX_FILE_BYTES);
  return cmdline === null ? null : parseShimId(cmdline);
}

/** Where the kernel holds it; null when it runs or is not told. */
export async function readWaitChannel(hostRoot: string, pid: number): Promise<string | null> {
  const text = await readNodeText(hostRoot, `/proc/${pid}/wchan`, MAX_FILE_BYTES);
  const name = stripControl(text ?? '').trim();
  return name === '' || name === '0' ? null : name;
}

export async function readTerm(hostRoot: string, pid: number): Promise<TermHandling | null> {
  const status = await readNodeText(hostRoot, `/proc/${pid}/status`, MAX_FILE_BYTES);
  return status === null ? null : parseTerm(status);
}
