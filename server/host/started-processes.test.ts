import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartedProcess } from '../contract/started-process.ts';
import { StartedProcesses } from './started-processes.ts';

const ID = 'a1'.repeat(32);
const NEVER = new AbortController().signal;
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo();
});

interface Given {
  readonly pid: number;
  readonly parent?: number;
  readonly session?: number;
  readonly startTicks?: number;
  readonly command: readonly string[];
  readonly container?: string | null;
  readonly state?: string;
  readonly inner?: number;
}

/** A /proc of files, in which each process is as told. */
function nodeWith(...processes: readonly Given[]): string {
  const root = mkdtempSync(join(tmpdir(), 'started-'));
  cleanUp.push(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'proc'));
  writeFileSync(join(root, 'proc/uptime'), '1000.25 1.00\n');
  for (const one of processes) writeProcess(root, one);
  return root;
}

function writeProcess(root: string, given: Given): void {
  const { pid, parent = 1, session = pid, startTicks = 100_100, command, state = 'S' } = given;
  const folder = join(root, 'proc', String(pid));
  mkdirSync(folder);
  const rest = Array.from({ length: 15 }, () => 0).join(' ');
  writeFileSync(
    join(folder, 'stat'),
    `${pid} (${command[0]}) ${state} ${parent} ${pid} ${session} ${rest} ${startTicks} 0\n`,
  );
  writeFileSync(join(folder, 'cmdline'), `${command.join('\0')}\0`);
  const container = given.container === undefined ? ID : given.container;
  const group = container === null ? '/system.slice' : `/kubepods/besteffort/podx/${container}`;
  writeFileSync(join(folder, 'cgroup'), `0::${group}\n`);
  writeFileSync(
    join(folder, 'status'),
    `Name:\t${command[0]}\nNSpid:\t${pid}\t${given.inner ?? 5}\n`,
  );
}

const SHIM: Given = { pid: 10, command: ['containerd-shim'], container: null, startTicks: 10 };
const FIRST: Given = { pid: 20, parent: 10, command: ['sh'], startTicks: 20 };

function find(root: string, command: readonly string[], taken: readonly number[] = []) {
  const processes = new StartedProcesses({ hostRoot: root });
  return processes.find({ containerId: ID, command, sinceMs: 1_000_240, taken: new Set(taken) });
}

describe('the process of a command', () => {
  it('is the one that began since then, leads its session and comes from outside', async () => {
    const child: Given = { pid: 31, parent: 30, session: 30, command: ['sh'] };
    const root = nodeWith(SHIM, FIRST, { pid: 30, parent: 10, command: ['sh'] }, child);
    expect(await find(root, ['sh'])).toEqual({
      pid: 30,
      startedAfterMs: 1_001_000,
      containerId: ID,
      command: 'sh',
    });
  });

  it('is none of another container, of another command, or one that the container started', async () => {
    const root = nodeWith(
      SHIM,
      FIRST,
      { pid: 30, parent: 10, command: ['sh'], container: 'b2'.repeat(32) },
      { pid: 31, parent: 10, command: ['bash'] },
      { pid: 32, parent: 20, command: ['sh'] },
    );
    expect(await find(root, ['sh'])).toBeNull();
  });

  it('is not guessed among several, unless the others belong to somebody', async () => {
    const root = nodeWith(
      SHIM,
      { pid: 30, parent: 10, command: ['sh'] },
      { pid: 31, parent: 10, command: ['sh'] },
    );
    expect(await find(root, ['sh'])).toBeNull();
    expect((await find(root, ['sh'], [31]))?.pid).toBe(30);
  });

  it('is found behind its interpreter and its whole path', async () => {
    const root = nodeWith(SHIM, {
      pid: 30,
      parent: 10,
      command: ['/bin/sh', '/usr/bin/tool', 'a b'],
    });
    expect((await find(root, ['tool', 'a b']))?.pid).toBe(30);
    expect(await find(root, ['tool', 'a'])).toBeNull();
  });

  it('cannot be told where there is no /proc', async () => {
    const processes = new StartedProcesses({ hostRoot: '/nonexistent' });
    expect(await processes.now()).toBeNull();
    expect(processes.canEnd()).toBe(false);
  });
});

describe('what is left', () => {
  const started: StartedProcess = {
    pid: 30,
    startedAfterMs: 1_001_000,
    containerId: ID,
    command: 'sh',
  };

  it('is the process and its session, without those that have ended', async () => {
    const root = nodeWith(
      { pid: 30, parent: 10, command: ['sh'], state: 'Z' },
      { pid: 31, parent: 1, session: 30, command: ['sleep', '9'], inner: 77 },
      { pid: 32, command: ['sleep', '9'] },
    );
    const processes = new StartedProcesses({ hostRoot: root });
    expect(await processes.left(started)).toEqual([{ pid: 31, command: 'sleep', innerPid: 77 }]);
  });

  it('is nothing where the number was given out again', async () => {
    const root = nodeWith({ pid: 30, parent: 10, command: ['sh'], startTicks: 200_000 });
    expect(await new StartedProcesses({ hostRoot: root }).left(started)).toEqual([]);
  });

  it('is not signalled where the numbers are not ours', async () => {
    const root = nodeWith({ pid: 30, parent: 10, command: ['sh'] });
    const sent: number[] = [];
    const processes = new StartedProcesses({ hostRoot: root, kill: (pid) => sent.push(pid) });
    expect(await processes.end(started, NEVER)).toMatchObject([{ pid: 30 }]);
    expect(sent).toEqual([]);
  });
});

/** This machine's own processes in a /proc of ours: real ones, and each said to be of the container. */
function realNode(child: ChildProcess): {
  readonly root: string;
  readonly started: StartedProcess;
} {
  const root = nodeWith();
  const pid = child.pid ?? 0;
  symlinkSync(`/proc/${process.pid}`, join(root, 'proc', String(process.pid)));
  const folder = join(root, 'proc', String(pid));
  mkdirSync(folder);
  symlinkSync(`/proc/${pid}/stat`, join(folder, 'stat'));
  writeFileSync(join(folder, 'cgroup'), `0::/kubepods/podx/${ID}\n`);
  cpSync(`/proc/${pid}/cmdline`, join(folder, 'cmdline'));
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[20]);
  return { root, started: { pid, startedAfterMs: ticks * 10, containerId: ID, command: 'sh' } };
}

describe('an end', () => {
  it.each([
    ['by a hangup', 'while :; do sleep 0.05; done', 'SIGHUP'],
    [
      'by force, where the hangup is ignored',
      'trap "" HUP; while :; do sleep 0.05; done',
      'SIGKILL',
    ],
  ] as const)('%s', async (_how, script, word) => {
    const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' });
    cleanUp.push(() => child.kill('SIGKILL'));
    const { root, started } = realNode(child);
    const exited = once(child, 'exit');
    const processes = new StartedProcesses({ hostRoot: root });
    expect(processes.canEnd()).toBe(true);
    expect(await processes.end(started, NEVER)).toEqual([]);
    expect((await exited)[1]).toBe(word);
  });
});
