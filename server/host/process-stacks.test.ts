import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readProcessStacks } from './process-stacks.ts';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'cri-triage-stacks-'));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('the threads of a runtime are told with state and wait channel; other programs are not', async () => {
  const proc = join(folder, 'proc');
  const status = (name: string, state: string) => `Name:\t${name}\nState:\t${state}\n`;
  const put = (path: string, text: string) => {
    mkdirSync(join(proc, path, '..'), { recursive: true });
    writeFileSync(join(proc, path), text);
  };
  put('17/comm', 'containerd\n');
  put('17/task/17/status', status('containerd', 'S (sleeping)'));
  put('17/task/17/wchan', 'futex_wait_queue');
  put('17/task/18/status', status('containerd', 'D (disk sleep)'));
  put('17/task/18/wchan', 'rpc_wait_bit_killable');
  put('17/task/18/stack', '[<0>] nfs4_run_open_task+0x10/0x20\n');
  put('19/comm', 'bash\n');
  put('self/comm', 'node\n');
  const stacks = await readProcessStacks(proc, { wish: 'kernel', runtimePid: null }, signal);
  expect(stacks).toEqual([
    {
      pid: 17,
      command: 'containerd',
      text: 'thread 17 containerd: S (sleeping), waits in futex_wait_queue\nthread 18 containerd: D (disk sleep), waits in rpc_wait_bit_killable\n[<0>] nfs4_run_open_task+0x10/0x20',
    },
  ]);
});

test('a process of another PID namespace gets no signal', async () => {
  const proc = join(folder, 'proc');
  mkdirSync(join(proc, '1/ns'), { recursive: true });
  writeFileSync(join(proc, '1/comm'), 'containerd\n');
  symlinkSync('pid:[1]', join(proc, '1/ns/pid'));
  const stacks = await readProcessStacks(proc, { wish: 'runtime', runtimePid: 1 }, signal);
  expect(stacks.at(-1)?.text).toContain('another PID namespace');
});

test('a process that is not the runtime we talk to gets no signal', async () => {
  const proc = join(folder, 'proc');
  mkdirSync(join(proc, '1'), { recursive: true });
  writeFileSync(join(proc, '1/comm'), 'containerd\n');
  const stacks = await readProcessStacks(proc, { wish: 'runtime', runtimePid: 2 }, signal);
  expect(stacks.map(({ command }) => command)).toEqual(['containerd']);
});

test('a runtime that does not write its stacks is said not to', async () => {
  // A shell of the runtime's name that hears the signal and writes nothing.
  const shell = join(folder, 'containerd');
  mkdirSync(folder, { recursive: true });
  copyFileSync('/bin/dash', shell);
  const child = spawn(
    shell,
    ['-c', 'trap : USR1; echo up; while :; do read -r line || exit; done'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: false,
    },
  );
  children.push(child);
  if (child.stdout === null) throw new Error('no stdout');
  await once(child.stdout, 'data');
  // Only this one is shown to it: other runtimes of this machine are not ours to ask.
  const proc = join(folder, 'proc');
  mkdirSync(proc, { recursive: true });
  symlinkSync(`/proc/${child.pid}`, join(proc, String(child.pid)));
  const question = { wish: 'runtime', runtimePid: child.pid ?? null } as const;
  const stacks = await readProcessStacks(proc, question, signal);
  const told = stacks.find(
    (stack) => stack.pid === child.pid && stack.command.includes('goroutines'),
  );
  expect(told?.text).toContain('no stacks were written within 2 s');
});
