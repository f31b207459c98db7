import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { delay } from '../lib/abort.ts';
import { stripControl } from '../lib/strip-control.ts';
import { systemCode } from './host-error.ts';

/** Where a process stands, as text for a capture. */
export interface StackText {
  readonly pid: number;
  readonly command: string;
  readonly text: string;
}

/** The programs whose threads tell why a CRI call hangs. */
const PROGRAMS = /^(?:containerd|crio|kubelet|k3s|k0s|containerd-shim|conmon|runc|crun)/;
/** 64 processes of 256 threads: a node of 500 pods has as many shims, and the first ones tell. */
const MAX_PROCESSES = 64;
const MAX_THREADS = 256;
/** 4 MiB: a busy containerd writes about 1 MB of goroutines. */
const MAX_DUMP_BYTES = 4 * 1024 * 1024;
/** 2 s, looked at every 100 ms: a runtime that has not written its stacks by then does not answer signals either. */
const DUMP_WAIT_MS = 2_000;
const DUMP_LOOK_MS = 100;

/** Where each runtime writes its goroutines on SIGUSR1, below its own root. */
function dumpOf(command: string, pid: number): { folder: string; form: RegExp } | null {
  if (command === 'containerd') {
    return { folder: 'tmp', form: new RegExp(`^containerd\\.${pid}\\.stacks\\.log$`) };
  }
  if (command === 'crio') return { folder: 'tmp', form: /^crio-goroutine-stacks-.+\.log$/ };
  return null;
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // Gone in between, or not ours to read: both are usual here.
    if (systemCode(error) === null) throw error;
    return null;
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

async function threadText(folder: string): Promise<string> {
  const [status, channel, stack] = await Promise.all([
    textOf(join(folder, 'status')),
    textOf(join(folder, 'wchan')),
    textOf(join(folder, 'stack')),
  ]);
  const state = /^State:\s*(.+)$/m.exec(status ?? '')?.[1] ?? '?';
  const name = /^Name:\s*(.+)$/m.exec(status ?? '')?.[1] ?? '?';
  const kernel = stack === null || stack.trim() === '' ? '' : `\n${stack.trimEnd()}`;
  return `${name}: ${state}, waits in ${channel === null || channel === '' ? '?' : channel}${kernel}`;
}

async function processText(proc: string, pid: number, command: string): Promise<StackText> {
  const threads = await namesIn(join(proc, 'task'));
  const texts: string[] = [];
  for (const thread of threads.slice(0, MAX_THREADS)) {
    texts.push(`thread ${thread} ${await threadText(join(proc, 'task', thread))}`);
  }
  const dropped = threads.length - texts.length;
  if (dropped > 0) texts.push(`${dropped} more threads are left out`);
  return { pid, command, text: stripControl(texts.join('\n')) };
}

/** Reads the dump that appeared after the signal; null when none did in time. */
async function awaitDump(
  folder: string,
  form: RegExp,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string | null> {
  for (let waitedMs = 0; waitedMs < DUMP_WAIT_MS; waitedMs += DUMP_LOOK_MS) {
    await delay(DUMP_LOOK_MS, signal);
    for (const name of await namesIn(folder)) {
      if (!form.test(name)) continue;
      const text = await textOf(join(folder, name));
      if (text === null || text === '' || before.has(`${name} ${text.length}`)) continue;
      return text.slice(0, MAX_DUMP_BYTES);
    }
  }
  return null;
}

/** A pid means the same process to us only in one PID namespace: a signal must never reach another one. */
async function isInOurNamespace(procRoot: string, pid: number): Promise<boolean> {
  try {
    const theirs = await readlink(join(procRoot, String(pid), 'ns/pid'));
    return theirs === (await readlink('/proc/self/ns/pid'));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

async function goroutines(
  procRoot: string,
  { pid, command }: StackText,
  signal: AbortSignal,
): Promise<StackText | null> {
  const dump = dumpOf(command, pid);
  if (dump === null) return null;
  const about = { pid, command: `${command} (goroutines)` };
  if (!(await isInOurNamespace(procRoot, pid))) {
    const text =
      'not asked: it runs in another PID namespace than cri-triage (hostPID: true joins it)';
    return { ...about, text };
  }
  const folder = join(procRoot, String(pid), 'root', dump.folder);
  const before = new Set<string>();
  for (const name of await namesIn(folder)) {
    if (dump.form.test(name)) before.add(`${name} ${(await textOf(join(folder, name)))?.length}`);
  }
  try {
    process.kill(pid, 'SIGUSR1');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...about, text: `it could not be asked: ${why}` };
  }
  const text = await awaitDump(folder, dump.form, before, signal);
  const told = text ?? `no stacks were written within ${DUMP_WAIT_MS / 1_000} s of SIGUSR1`;
  return { ...about, text: stripControl(told) };
}

export interface StackQuestion {
  /** `runtime`: it also writes its goroutines, on the signal that containerd and CRI-O keep for this. */
  readonly wish: 'kernel' | 'runtime';
  /** The runtime that we talk to; no other process ever gets the signal. Null: it is not known which that is. */
  readonly runtimePid: number | null;
}

/**
 * Where the threads of runtime, shims and kubelet stand, from /proc, the runtime first. Needs root for other users' kernel
 * stacks; what cannot be read is left out. `procRoot` is the node's /proc as we see it.
 */
export async function readProcessStacks(
  procRoot: string,
  { wish, runtimePid }: StackQuestion,
  signal: AbortSignal,
): Promise<readonly StackText[]> {
  const stacks: StackText[] = [];
  const pids = (await namesIn(procRoot)).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids.sort((a, b) => Number(b === runtimePid) - Number(a === runtimePid))) {
    if (stacks.length >= MAX_PROCESSES) break;
    const command = (await textOf(join(procRoot, String(pid), 'comm')))?.trim() ?? '';
    if (!PROGRAMS.test(command)) continue;
    signal.throwIfAborted();
    stacks.push(await processText(join(procRoot, String(pid)), pid, command));
  }
  const runtime = stacks.find(({ pid }) => pid === runtimePid);
  if (wish === 'kernel' || runtime === undefined) return stacks;
  const dump = await goroutines(procRoot, runtime, signal);
  return dump === null ? stacks : [...stacks, dump];
}
