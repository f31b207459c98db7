import type { ContainerUse } from '../model/container-use.ts';

/** Version 2, or the folders a controller of version 1. */
export type CgroupVersion = 1 | 2;

/** What a container's group has to tell at a moment. */
export interface GroupFacts {
  readonly use: ContainerUse;
  readonly pid: number;
  readonly threads: number;
}

/** Texts of a group by the name of the file; of version 1 with the controller before it. */
export type GroupTexts = Readonly<Record<string, string>>;

const PERIOD_US = 100_000;
/** The page cache that can be dropped at once: no part of the working set. */
const INACTIVE_FILE_BYTES = 12 * 1024 ** 2;
/** The largest number of whole pages: version 1 writes no limit so. */
const NO_LIMIT_V1 = '9223372036854771712';
/** One core of request is a weight of so many shares. */
const SHARES = 1024;

function lines(values: Readonly<Record<string, number>>): string {
  const rows = Object.entries(values).map(([key, value]) => `${key} ${Math.floor(value)}\n`);
  return rows.join('');
}

/** Counters that only grow, so that a file written over never shows half of the old text. */
export function growingTexts({ use }: GroupFacts, version: CgroupVersion): GroupTexts {
  const usedUs = use.cpuMs * 1_000;
  const periods = periodsOf(use);
  if (version === 1) {
    return {
      'cpuacct/cpuacct.usage': `${Math.floor(usedUs * 1_000)}\n`,
      'cpu/cpu.stat': lines({ ...periods, throttled_time: periods.nr_throttled * 20_000_000 }),
    };
  }
  return {
    'cpu.stat': lines({
      usage_usec: usedUs,
      user_usec: usedUs * 0.7,
      system_usec: usedUs * 0.3,
      ...periods,
      throttled_usec: periods.nr_throttled * 20_000,
    }),
  };
}

/** Periods are counted with a limit only; the more of it is used, the more of them are cut short. */
function periodsOf({ aliveMs, cpuMs, limits }: ContainerUse) {
  if (limits.cores === null) return { nr_periods: 0, nr_throttled: 0 };
  const usedPeriods = (cpuMs * 1_000) / (limits.cores * PERIOD_US);
  return {
    nr_periods: Math.floor((aliveMs * 1_000) / PERIOD_US),
    nr_throttled: Math.floor(usedPeriods / 8),
  };
}

/** Everything else of a group, as the kernel writes it. */
export function groupTexts(facts: GroupFacts, version: CgroupVersion): GroupTexts {
  return version === 1 ? textsOfVersion1(facts) : textsOfVersion2(facts);
}

function textsOfVersion2({ use, pid, threads }: GroupFacts): GroupTexts {
  const { cores, memoryBytes } = use.limits;
  return {
    'cgroup.procs': `${pid}\n`,
    'cgroup.events': 'populated 1\nfrozen 0\n',
    'cpu.max': `${cores === null ? 'max' : cores * PERIOD_US} ${PERIOD_US}\n`,
    'memory.current': `${use.memoryBytes + INACTIVE_FILE_BYTES}\n`,
    'memory.max': `${memoryBytes ?? 'max'}\n`,
    'memory.events': 'low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n',
    'memory.stat': lines({
      anon: use.memoryBytes * 0.8,
      file: use.memoryBytes * 0.2 + INACTIVE_FILE_BYTES,
      inactive_file: INACTIVE_FILE_BYTES,
    }),
    'pids.current': `${threads}\n`,
    'cpu.pressure': pressure(shareOf(use.cores, cores) * 4),
    'memory.pressure': pressure(Math.max(0, shareOf(use.memoryBytes, memoryBytes) - 0.8) * 50),
    'io.pressure': pressure(0),
  };
}

function textsOfVersion1({ use, pid, threads }: GroupFacts): GroupTexts {
  const { cores, memoryBytes } = use.limits;
  const procs = ['cpu', 'cpuacct', 'memory', 'pids'].map((name) => [
    `${name}/cgroup.procs`,
    `${pid}\n`,
  ]);
  return {
    ...Object.fromEntries(procs),
    'cpu/cpu.cfs_quota_us': `${cores === null ? -1 : cores * PERIOD_US}\n`,
    'cpu/cpu.cfs_period_us': `${PERIOD_US}\n`,
    'cpu/cpu.shares': `${cores === null ? 2 : Math.round(cores * SHARES)}\n`,
    'memory/memory.usage_in_bytes': `${use.memoryBytes + INACTIVE_FILE_BYTES}\n`,
    'memory/memory.limit_in_bytes': `${memoryBytes ?? NO_LIMIT_V1}\n`,
    'memory/memory.stat': lines({ total_inactive_file: INACTIVE_FILE_BYTES }),
    'memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 0\n',
    'pids/pids.current': `${threads}\n`,
  };
}

function shareOf(value: number, limit: number | null): number {
  return limit === null ? 0 : value / limit;
}

function pressure(percent: number): string {
  const some = `avg10=${percent.toFixed(2)} avg60=${percent.toFixed(2)} avg300=0.00 total=0`;
  return `some ${some}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n`;
}
