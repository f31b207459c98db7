import { join } from 'node:path';
import type { NodeLoad } from '../contract/host-facts.ts';
import type { Measured } from '../contract/stats.ts';
import { parsePressure } from './cgroups/cgroup-text.ts';
import { readSmallText } from './cgroups/small-file.ts';
import { HostError } from './host-error.ts';

const NOT_YET = 'known from the second reading on';
/** The columns of a line of /proc/stat that are time not worked: idle and waiting for a disk. */
const IDLE_COLUMNS = [3, 4];
/** Guests' time is in the time of users already. */
const COUNTED_COLUMNS = 8;
const KIB = 1024;

interface CpuTime {
  readonly total: number;
  readonly idle: number;
}

/** Time of all CPUs since boot, by the first line of /proc/stat; null where there is none. */
function parseCpuTime(text: string): CpuTime | null {
  const columns = /^cpu +(.+)$/m.exec(text)?.[1]?.split(' ').map(Number).slice(0, COUNTED_COLUMNS);
  if (columns === undefined || columns.some(Number.isNaN)) return null;
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  return { total: sum(columns), idle: sum(IDLE_COLUMNS.map((index) => columns[index] ?? 0)) };
}

/** A line of /proc/meminfo in bytes. */
function parseMeminfo(text: string, name: string): number | null {
  const kib = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text)?.[1];
  return kib === undefined ? null : Number(kib) * KIB;
}

/** Reads what the node as a whole is busy with. */
export class NodeLoadReader {
  readonly #proc: string;
  #before: CpuTime | null = null;

  constructor(hostRoot: string) {
    this.#proc = join(hostRoot, 'proc');
  }

  /** Shares since the reading before. Throws HostError where there is no /proc to read. */
  read(): NodeLoad {
    const stat = this.#text('stat');
    const meminfo = this.#text('meminfo');
    if (stat === null && meminfo === null) throw new HostError(`there is no ${this.#proc}/stat`);
    const loads = this.#text('loadavg')?.split(' ') ?? [];
    return {
      cpuUsedRatio: this.#cpuUsed(stat ?? ''),
      cpuCount: stat === null ? null : stat.split(/^cpu\d/mu).length - 1 || null,
      memoryTotalBytes: this.#memory(meminfo, 'MemTotal'),
      memoryAvailableBytes: this.#memory(meminfo, 'MemAvailable'),
      cpuPressure: this.#pressure('cpu'),
      memoryPressure: this.#pressure('memory'),
      ioPressure: this.#pressure('io'),
      loadAverage:
        loads[0] === undefined ? { missing: 'there is no /proc/loadavg' } : Number(loads[0]),
    };
  }

  #cpuUsed(stat: string): Measured {
    const before = this.#before;
    const now = parseCpuTime(stat);
    this.#before = now;
    if (now === null) return { missing: 'there is no /proc/stat' };
    const total = now.total - (before?.total ?? now.total);
    // Counters of a CPU that was taken away go back.
    if (before === null || total <= 0) return { missing: NOT_YET };
    return Math.min(1, Math.max(0, 1 - (now.idle - before.idle) / total));
  }

  #memory(meminfo: string | null, name: string): Measured {
    return parseMeminfo(meminfo ?? '', name) ?? { missing: `/proc/meminfo has no ${name}` };
  }

  #pressure(name: string): Measured {
    const text = this.#text(`pressure/${name}`);
    return parsePressure(text ?? '') ?? { missing: 'this kernel keeps no pressure' };
  }

  #text(name: string): string | null {
    return readSmallText(join(this.#proc, name)).text;
  }
}
