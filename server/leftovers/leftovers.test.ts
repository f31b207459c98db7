import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Leftovers, type LeftoversOptions } from './leftovers.ts';
import type { SweepNode } from './sweep-starts.ts';

const ID = 'a1'.repeat(32);
/** Part of every control group's name: the processes of a test are in no container. */
const ANY_GROUP = '/';
const OWNER = { pid: 77, startedAfterMs: 1_000 };
const START = { containerId: ID, command: ['sh', '-c', 'x'], sinceMs: 5_000 };
const PROCESS = { pid: 4_321, startedAfterMs: 5_010, command: 'sh', containerId: ID };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function open(directory: string | null, more: Partial<LeftoversOptions> = {}) {
  const told: string[] = [];
  const ended: number[] = [];
  const tell = (fields: object, message: string): void =>
    void told.push(`${message} ${JSON.stringify(fields)}`);
  const node: SweepNode = {
    isAlive: async () => false,
    find: async () => null,
    runs: async () => true,
    end: async ({ pid }) => {
      ended.push(pid);
      return null;
    },
    ...more.node,
  };
  const rest = { directory, owner: OWNER, bootId: 'boot-1', canEnd: false };
  const leftovers = new Leftovers({ ...rest, log: { info: tell, warn: tell }, ...more, node });
  return { leftovers, told, ended };
}

/** What a server that was killed leaves: its list. */
async function killed(directory: string, found: boolean, sinceMs: number | null = 5_000) {
  const { leftovers } = open(directory);
  await leftovers.ready();
  const kept = leftovers.begin({ ...START, sinceMs });
  if (found) kept.found(PROCESS);
}

describe('the list for the next server', () => {
  it('is there for its owner alone while something runs, and gone afterwards', async () => {
    const directory = folder();
    const { leftovers } = open(directory);
    await leftovers.ready();
    const [one, other] = [leftovers.begin(START), leftovers.begin(START)];
    const [name = ''] = readdirSync(directory);
    expect(name).toBe('started-77-1000.json');
    expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    one.found(PROCESS);
    const { starts } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    expect(starts.map(({ process }: { process: unknown }) => process)).toEqual([
      { pid: 4_321, startedAfterMs: 5_010, command: 'sh' },
      null,
    ]);
    one.done();
    other.done();
    other.found(PROCESS);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('that cannot be written is told once', async () => {
    const { leftovers, told } = open('/proc/nowhere/at/all');
    await leftovers.ready();
    leftovers.begin(START);
    leftovers.begin(START);
    expect(told).toHaveLength(1);
  });
});

describe('at the next start', () => {
  it('what still runs is ended and told, and the list is gone', async () => {
    const directory = folder();
    await killed(directory, true);
    const { leftovers, told, ended } = open(directory);
    await leftovers.ready();
    expect(ended).toEqual([4_321]);
    expect(told).toEqual([expect.stringContaining('ended what a killed server had left running')]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('what has ended is not told', async () => {
    const directory = folder();
    await killed(directory, true);
    const node = { runs: async () => false } as unknown as SweepNode;
    const { leftovers, told, ended } = open(directory, { node });
    await leftovers.ready();
    expect([told, ended]).toEqual([[], []]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('a command that was just coming up is looked for among those of its time', async () => {
    const directory = folder();
    await killed(directory, false);
    const asked: unknown[] = [];
    const find: SweepNode['find'] = async (start) => {
      asked.push(start);
      return PROCESS;
    };
    const { leftovers, ended } = open(directory, { node: { find } as unknown as SweepNode });
    await leftovers.ready();
    expect(asked).toMatchObject([{ ...START, untilMs: 15_000 }]);
    expect(ended).toEqual([4_321]);
  });

  it('where processes could not be seen, that is told', async () => {
    const directory = folder();
    await killed(directory, false, null);
    const { leftovers, told } = open(directory);
    await leftovers.ready();
    expect(told).toEqual([expect.stringContaining('is not known')]);
  });

  it('what cannot be ended is told, and tried again by the next one', async () => {
    const directory = folder();
    await killed(directory, true);
    const end = async (): Promise<string> => 'sh still goes on';
    const { leftovers, told } = open(directory, { node: { end } as unknown as SweepNode });
    await leftovers.ready();
    expect(told).toEqual([expect.stringContaining('sh still goes on')]);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('of a server that lives nothing is touched', async () => {
    const directory = folder();
    await killed(directory, true);
    const isAlive = async (): Promise<boolean> => true;
    const { leftovers, ended } = open(directory, { node: { isAlive } as unknown as SweepNode });
    await leftovers.ready();
    expect(ended).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(1);
  });

  it('of another boot of the node nothing can run', async () => {
    const directory = folder();
    await killed(directory, true);
    const { leftovers, ended } = open(directory, { bootId: 'boot-2' });
    await leftovers.ready();
    expect(ended).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('a list that is cut off is told', async () => {
    const directory = folder();
    writeFileSync(join(directory, 'started-1-1.json'), '{"owner":');
    const { leftovers, told } = open(directory);
    await leftovers.ready();
    expect(told).toEqual([expect.stringContaining('is not readable')]);
    expect(readdirSync(directory)).toEqual([]);
  });
});

/** A process that leads its own session, its start as the kernel tells it. */
function victim(): { child: ChildProcess; startedAfterMs: number; gone: Promise<unknown> } {
  const child = spawn('/bin/sh', ['-c', 'trap "" HUP; while :; do sleep 1; done'], {
    detached: true,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return { child, startedAfterMs: ticks * 10, gone: once(child, 'exit') };
}

/** A server of its own that watches these processes until it is killed, or lets them go. */
async function serverWith(
  watched: readonly { readonly child: ChildProcess; readonly startedAfterMs: number }[],
  containerId: string,
) {
  const starts = watched.map(({ child, startedAfterMs }) => ({
    containerId,
    command: ['sh'],
    sinceMs: startedAfterMs,
    process: { pid: child.pid, startedAfterMs, command: 'sh' },
  }));
  const script = `
    import { Watchdog } from ${JSON.stringify(join(import.meta.dirname, 'watchdog.ts'))};
    const dog = new Watchdog({ onFailure: (error) => console.log('failed', error) });
    dog.watch(${JSON.stringify(starts)});
    process.on('SIGTERM', () => { dog.watch([]); process.exit(0); });
    console.log(dog.pid);
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  let told = '';
  server.stderr.on('data', (piece: Buffer) => {
    told += piece.toString('utf8');
  });
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  const dogPid = Number(first.toString('utf8'));
  const isDogThere = (): boolean => {
    try {
      return !/\) Z /.test(readFileSync(`/proc/${dogPid}/stat`, 'utf8'));
    } catch {
      return false;
    }
  };
  return { server, dogPid, isDogThere, told: () => told };
}

describe.skipIf(process.platform !== 'linux')('the watchdog', () => {
  it('ends what ran when its server is killed, tells it, and ends itself', async () => {
    const [one, other] = [victim(), victim()];
    const { server, isDogThere, told } = await serverWith([one, other], ANY_GROUP);
    expect(isDogThere()).toBe(true);
    server.kill('SIGKILL');
    expect((await one.gone) as unknown[]).toEqual([null, 'SIGKILL']);
    await other.gone;
    await expect.poll(isDogThere, { timeout: 10_000 }).toBe(false);
    const lines = told()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { pid: number });
    expect(lines.map(({ pid }) => pid)).toEqual(
      expect.arrayContaining([one.child.pid, other.child.pid]),
    );
  });

  it('touches no later process of the same number, and none of another container', async () => {
    const spared = victim();
    const reused = await serverWith(
      [{ ...spared, startedAfterMs: spared.startedAfterMs - 10 }],
      ANY_GROUP,
    );
    const foreign = await serverWith([spared], ID);
    reused.server.kill('SIGKILL');
    foreign.server.kill('SIGKILL');
    await expect.poll(reused.isDogThere, { timeout: 10_000 }).toBe(false);
    await expect.poll(foreign.isDogThere, { timeout: 10_000 }).toBe(false);
    expect(spared.child.exitCode).toBeNull();
    expect(spared.child.signalCode).toBeNull();
  });

  it('is let go when nothing runs any more, and takes no leave for a death', async () => {
    const spared = victim();
    const { server, isDogThere } = await serverWith([spared], ANY_GROUP);
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
    await expect.poll(isDogThere).toBe(false);
    expect(spared.child.signalCode).toBeNull();
  });

  it('ignores what is meant for its server', async () => {
    const { server, dogPid, isDogThere } = await serverWith([victim()], ID);
    process.kill(dogPid, 'SIGTERM');
    process.kill(dogPid, 'SIGHUP');
    expect(isDogThere()).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(isDogThere, { timeout: 10_000 }).toBe(false);
  });

  it('without a shell on this machine that is told once, and the list is kept all the same', async () => {
    const directory = folder();
    const { leftovers, told } = open(directory, { canEnd: true, shell: '/no/such/shell' });
    await leftovers.ready();
    leftovers.begin(START);
    await expect.poll(() => told).toEqual([expect.stringContaining('no watchdog')]);
    expect(readdirSync(directory)).toHaveLength(1);
    await leftovers.close();
  });
});
