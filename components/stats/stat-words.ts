import type { Measured } from '../../server/contract/stats.ts';
import { formatBytes } from '../ui/format.ts';

export const isNumber = (value: Measured): value is number => typeof value === 'number';

/** The number, null where it is missing. */
export function numberOf(value: Measured | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** "0.003", "0.42", "12.5": cores. */
export function formatCores(cores: number): string {
  if (cores < 0.1) return cores.toFixed(3);
  return cores < 10 ? cores.toFixed(2) : cores.toFixed(1);
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** "512 MiB", "1.4 GiB": powers of two, as limits are written. */
export function formatMemory(bytes: number): string {
  const size = Math.max(0, bytes);
  const step = Math.min(Math.floor(Math.log2(Math.max(size, 1)) / 10), UNITS.length - 1);
  const value = size / 1_024 ** step;
  return `${value < 10 && step > 1 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}

/** "640 B/s", "1.5 kB/s", "12 MB/s": a fraction only where it is needed to tell two marks of an axis apart. */
export function formatRate(bytesPerSecond: number): string {
  const isSmall = bytesPerSecond >= 1_000 && bytesPerSecond < 9_950;
  if (!isSmall) return `${formatBytes(bytesPerSecond)}/s`;
  return `${(bytesPerSecond / 1_000).toFixed(1).replace('.0', '')} kB/s`;
}

/** "4 %", "0.3 %", "0 %": a share of 0 to 1. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
