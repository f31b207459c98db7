import { join } from 'node:path';
import type { Measured } from '../../contract/stats.ts';
import type { ContainerCounters } from '../../contract/stats-counters.ts';
import type { CgroupLayout } from './cgroup-layout.ts';
import {
  parseCount,
  parseCpuMax,
  parseCpuShares,
  parseMemoryLimit,
  parsePressure,
  toCores,
  valueAfter,
  workingSet,
} from './cgroup-text.ts';
import { GroupFiles, WHY } from './group-files.ts';
import { readSmallText } from './small-file.ts';

/** 15 s: limits change only when somebody resizes a running pod. */
const LIMITS_MS = 15_000;

/** 9 s: pressure is told over 10 s; of containers that nobody looks at closely every other reading is enough. */
const PRESSURE_MS = 9_000;

type Limits = Pick<ContainerCounters, 'cpuLimitCores' | 'memoryLimitBytes' | 'cpuRequestCores'>;
type Pressures = Pick<ContainerCounters, 'cpuPressure' | 'memoryPressure' | 'ioPressure'>;
type Layout1 = Extract<CgroupLayout, { version: 1 }>;

export interface Moment {
  /** Unix ms. */
  readonly nowMs: () => number;
  /** Of a clock that only goes forward. */
  readonly tickMs: () => number;
}

/** The control group of one container. */
export interface ContainerGroup {
  /** What its files tell now, pressure as of the last seconds unless it `isClose`; null when the group is gone. */
  read(moment: Moment, isClose: boolean): ContainerCounters | null;
}

/** What need not be read each time. */
class Kept<T> {
  #value: T | null = null;
  #atMs = 0;
  readonly #read: () => T;

  constructor(read: () => T) {
    this.#read = read;
  }

  /** The value, read anew when it is older than `maxAgeMs`. */
  at(tickMs: number, maxAgeMs: number): T {
    if (this.#value === null || tickMs - this.#atMs > maxAgeMs) {
      this.#value = this.#read();
      this.#atMs = tickMs;
    }
    return this.#value;
  }
}

/** Throttling means nothing without a limit: the kernel then counts no periods. */
function periods(stat: string | null, limits: Limits) {
  const of = (key: string): Measured => {
    if (limits.cpuLimitCores === null) return { missing: WHY.noCpuLimit };
    return valueAfter(stat ?? '', key) ?? { missing: WHY.noCpu };
  };
  return { cpuPeriods: of('nr_periods'), cpuThrottledPeriods: of('nr_throttled') };
}

function memory(usage: Measured, stat: string | null, inactiveKey: string): Measured {
  const inactive = valueAfter(stat ?? '', inactiveKey);
  if (typeof usage !== 'number') return usage;
  return inactive === null ? { missing: WHY.noMemory } : workingSet(usage, inactive);
}

class GroupOfVersion2 implements ContainerGroup {
  readonly #folder: string;
  readonly #files = new GroupFiles();
  readonly #limits: Kept<Limits>;
  readonly #pressures: Kept<Pressures>;

  constructor(root: string, path: string) {
    this.#folder = join(root, path);
    this.#pressures = new Kept(() => pressures(this.#files, this.#folder, WHY.noPressure));
    this.#limits = new Kept(() => {
      const text = (name: string): string => readSmallText(join(this.#folder, name)).text ?? '';
      return {
        cpuLimitCores: parseCpuMax(text('cpu.max')),
        memoryLimitBytes: parseMemoryLimit(text('memory.max')),
        // A weight was made of the request by one of two formulas, by the age of the runtime.
        cpuRequestCores: null,
      };
    });
  }

  read({ nowMs, tickMs }: Moment, isClose: boolean): ContainerCounters | null {
    const takenAtMs = nowMs();
    const atMs = tickMs();
    const { text: cpu } = readSmallText(join(this.#folder, 'cpu.stat'));
    if (cpu === null) return null;
    const limits = this.#limits.at(atMs, LIMITS_MS);
    const figure = (name: string, parse: (text: string) => number | null, why: string): Measured =>
      this.#files.figure(join(this.#folder, name), parse, why);
    const current = figure('memory.current', parseCount, WHY.noMemory);
    const memoryStat = this.#files.text(join(this.#folder, 'memory.stat'));
    return {
      takenAtMs,
      tickMs: atMs,
      cpuUsageUs: valueAfter(cpu, 'usage_usec') ?? { missing: WHY.noCpu },
      ...periods(cpu, limits),
      memoryWorkingSetBytes: memory(current, memoryStat, 'inactive_file'),
      oomKills: figure('memory.events', (text) => valueAfter(text, 'oom_kill'), WHY.noOom),
      processes: figure('pids.current', parseCount, WHY.noPids),
      ...this.#pressures.at(atMs, isClose ? 0 : PRESSURE_MS),
      ...limits,
    };
  }
}

function pressures(files: GroupFiles, folder: string, why: string): Pressures {
  const of = (name: string): Measured =>
    files.figure(join(folder, `${name}.pressure`), parsePressure, why);
  return { cpuPressure: of('cpu'), memoryPressure: of('memory'), ioPressure: of('io') };
}

const NO_PRESSURES: Pressures = {
  cpuPressure: { missing: WHY.noPressureV1 },
  memoryPressure: { missing: WHY.noPressureV1 },
  ioPressure: { missing: WHY.noPressureV1 },
};

const NS_PER_US = 1_000;

class GroupOfVersion1 implements ContainerGroup {
  readonly #at: (controller: string | null, file: string) => string | null;
  readonly #layout: Layout1;
  readonly #files = new GroupFiles();
  readonly #limits: Kept<Limits>;
  readonly #pressures: Kept<Pressures>;

  constructor(layout: Layout1, path: string) {
    this.#layout = layout;
    this.#at = (controller, file) => (controller === null ? null : join(controller, path, file));
    const folder = layout.unified === null ? null : pressureFolder(layout.unified, path);
    this.#pressures = new Kept(() =>
      folder === null ? NO_PRESSURES : pressures(this.#files, folder, WHY.noPressureV1),
    );
    this.#limits = new Kept(() => {
      const quotaUs = parseCount(this.#text(layout.cpu, 'cpu.cfs_quota_us'));
      const periodUs = parseCount(this.#text(layout.cpu, 'cpu.cfs_period_us'));
      return {
        cpuLimitCores: toCores(quotaUs, periodUs),
        memoryLimitBytes: parseMemoryLimit(this.#text(layout.memory, 'memory.limit_in_bytes')),
        cpuRequestCores: parseCpuShares(this.#text(layout.cpu, 'cpu.shares')),
      };
    });
  }

  read({ nowMs, tickMs }: Moment, isClose: boolean): ContainerCounters | null {
    const { cpu, cpuacct, memory: memories, pids } = this.#layout;
    const takenAtMs = nowMs();
    const atMs = tickMs();
    const usageNs = parseCount(this.#text(cpuacct, 'cpuacct.usage'));
    const stat = this.#text(memories, 'memory.stat');
    if (usageNs === null && stat === '') return null;
    const limits = this.#limits.at(atMs, LIMITS_MS);
    const usage = this.#figure(memories, 'memory.usage_in_bytes', parseCount, WHY.noMemory);
    const oomKill = (text: string) => valueAfter(text, 'oom_kill');
    return {
      takenAtMs,
      tickMs: atMs,
      cpuUsageUs: usageNs === null ? { missing: WHY.noCpu } : usageNs / NS_PER_US,
      ...periods(limits.cpuLimitCores === null ? null : this.#text(cpu, 'cpu.stat'), limits),
      memoryWorkingSetBytes: memory(usage, stat, 'total_inactive_file'),
      oomKills: this.#figure(memories, 'memory.oom_control', oomKill, WHY.noOom),
      processes: this.#figure(pids, 'pids.current', parseCount, WHY.noPids),
      ...this.#pressures.at(atMs, isClose ? 0 : PRESSURE_MS),
      ...limits,
    };
  }

  #text(controller: string | null, file: string): string {
    const path = this.#at(controller, file);
    return (path === null ? null : readSmallText(path).text) ?? '';
  }

  #figure(
    controller: string | null,
    file: string,
    parse: (text: string) => number | null,
    why: string,
  ): Measured {
    const path = this.#at(controller, file);
    return path === null ? { missing: why } : this.#files.figure(path, parse, why);
  }
}

/** On a hybrid node a group of version 2 may stand beside, with nobody in it: its pressure would be an untrue zero. */
function pressureFolder(unified: string, path: string): string | null {
  const folder = join(unified, path);
  const events = readSmallText(join(folder, 'cgroup.events')).text ?? '';
  return valueAfter(events, 'populated') === 1 ? folder : null;
}

/** The group of a container at `path` below the hierarchy's root. */
export function openContainerGroup(
  layout: Exclude<CgroupLayout, { version: null }>,
  path: string,
): ContainerGroup {
  return layout.version === 2
    ? new GroupOfVersion2(layout.root, path)
    : new GroupOfVersion1(layout, path);
}
