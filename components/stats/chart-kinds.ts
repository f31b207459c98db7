import type { ContainerStats, StatsFigure, StatsSample } from '../../server/contract/stats.ts';
import { formatCores, formatMemory, formatRate, formatShare } from './stat-words.ts';

/** A chart: which lines it has, and how they are told. */
export interface ChartKind {
  readonly id: string;
  readonly title: string;
  /** What it is of, where that is not plain. */
  readonly note: string | null;
  readonly lines: readonly {
    readonly figure: StatsFigure;
    readonly label: string;
    readonly color: string;
    readonly latest: (sample: StatsSample) => StatsSample['cpuCores'];
  }[];
  readonly format: (value: number) => string;
  readonly leastTop: number;
  readonly hasOomMarks: boolean;
  readonly levels: (container: ContainerStats) => readonly { value: number; label: string }[];
}

const whole = (value: number): string => String(Math.round(value));
const none = () => [];

/** In the order in which a person looks. */
export const CHART_KINDS: readonly ChartKind[] = [
  {
    id: 'cpu',
    title: 'CPU',
    note: 'cores',
    lines: [
      { figure: 'cpuCores', label: 'used', color: 'var(--accent)', latest: (s) => s.cpuCores },
    ],
    format: formatCores,
    leastTop: 0.01,
    hasOomMarks: false,
    levels: ({ cpuLimitCores: limit }) =>
      limit === null ? [] : [{ value: limit, label: `limit ${formatCores(limit)}` }],
  },
  {
    id: 'memory',
    title: 'Memory',
    note: 'working set',
    lines: [
      {
        figure: 'memoryWorkingSetBytes',
        label: 'working set',
        color: 'var(--accent)',
        latest: (s) => s.memoryWorkingSetBytes,
      },
    ],
    format: formatMemory,
    leastTop: 1024 ** 2,
    hasOomMarks: true,
    levels: ({ memoryLimitBytes: limit }) =>
      limit === null ? [] : [{ value: limit, label: `limit ${formatMemory(limit)}` }],
  },
  {
    id: 'throttling',
    title: 'Throttling',
    note: 'share of periods in which it was held back',
    lines: [
      {
        figure: 'cpuThrottledRatio',
        label: 'held back',
        color: 'var(--run)',
        latest: (s) => s.cpuThrottledRatio,
      },
    ],
    format: formatShare,
    leastTop: 0.1,
    hasOomMarks: false,
    levels: none,
  },
  {
    id: 'pressure',
    title: 'Pressure',
    note: 'share of time in which some task waited, over 10 s',
    lines: [
      {
        figure: 'cpuPressure',
        label: 'CPU',
        color: 'var(--accent)',
        latest: (s) => s.pressure.cpu,
      },
      {
        figure: 'memoryPressure',
        label: 'memory',
        color: 'var(--ok)',
        latest: (s) => s.pressure.memory,
      },
      { figure: 'ioPressure', label: 'I/O', color: 'var(--run)', latest: (s) => s.pressure.io },
    ],
    format: formatShare,
    leastTop: 0.1,
    hasOomMarks: false,
    levels: none,
  },
  {
    id: 'network',
    title: 'Network',
    note: 'of the whole pod',
    lines: [
      {
        figure: 'receivedBytesPerSecond',
        label: 'received',
        color: 'var(--accent)',
        latest: (s) => s.receivedBytesPerSecond,
      },
      {
        figure: 'sentBytesPerSecond',
        label: 'sent',
        color: 'var(--ok)',
        latest: (s) => s.sentBytesPerSecond,
      },
    ],
    format: formatRate,
    leastTop: 1_000,
    hasOomMarks: false,
    levels: none,
  },
  {
    id: 'processes',
    title: 'Processes and threads',
    note: null,
    lines: [
      {
        figure: 'processes',
        label: 'processes',
        color: 'var(--accent)',
        latest: (s) => s.processes,
      },
    ],
    format: whole,
    leastTop: 4,
    hasOomMarks: false,
    levels: none,
  },
];
