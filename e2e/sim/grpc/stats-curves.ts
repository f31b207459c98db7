import type { SimContainer, SimSandbox } from '../model/objects.ts';

/** What a container has used by now; it rises and falls in a way of its own, and its counters only grow. */
export interface ContainerUse {
  /** CPU time since it began. */
  readonly cpuMs: number;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly writableLayerBytes: number;
}

const MINUTE_MS = 60_000;

interface Wave {
  /** Of the mean; together below 1, so that nothing falls below zero. */
  readonly share: number;
  readonly periodMs: number;
  readonly phase: number;
}

/** A number from 0 to 1 that belongs to an id; `index` picks another one. */
function fraction(id: string, index: number): number {
  return Number.parseInt(id.slice(index * 4, index * 4 + 4), 16) / 0xff_ff;
}

/** A slow wave and a quick one, other ones for each id. */
function wavesOf(id: string): readonly Wave[] {
  const phase = fraction(id, 2) * 2 * Math.PI;
  return [
    { share: 0.5, periodMs: (4 + 6 * fraction(id, 3)) * MINUTE_MS, phase },
    { share: 0.35, periodMs: (0.5 + fraction(id, 4)) * MINUTE_MS, phase: phase * 3 },
  ];
}

/** How far above or below its mean it is: 1 is the mean. */
function levelAt(waves: readonly Wave[], atMs: number): number {
  const angle = ({ periodMs, phase }: Wave) => (2 * Math.PI * atMs) / periodMs + phase;
  return waves.reduce((level, wave) => level + wave.share * Math.sin(angle(wave)), 1);
}

/** The level summed up from `fromMs` to `toMs`, in ms of the mean. */
function sumOf(waves: readonly Wave[], fromMs: number, toMs: number): number {
  const part = ({ share, periodMs, phase }: Wave): number => {
    const turn = (2 * Math.PI) / periodMs;
    return (share / turn) * (Math.cos(turn * fromMs + phase) - Math.cos(turn * toMs + phase));
  };
  return waves.reduce((sum, wave) => sum + part(wave), toMs - fromMs);
}

/** A few hundredths to a fifth of a core, 4 to 200 MB, and a log that grows. */
export function containerUse(container: SimContainer, nowMs: number): ContainerUse {
  const { id, startedAtMs } = container;
  const waves = wavesOf(id);
  const meanCores = 0.005 + 0.2 * fraction(id, 0) ** 2;
  const meanBytes = 4_000_000 + 196_000_000 * fraction(id, 1);
  const memoryLevel = 1 + (levelAt(waves, nowMs) - 1) / 4;
  const aliveMs = Math.max(0, nowMs - startedAtMs);
  return {
    cpuMs: startedAtMs === 0 ? 0 : meanCores * sumOf(waves, startedAtMs, startedAtMs + aliveMs),
    cores: meanCores * levelAt(waves, nowMs),
    memoryBytes: Math.round((meanBytes * memoryLevel) / 4096) * 4096,
    writableLayerBytes: 20_480 + Math.floor(aliveMs / MINUTE_MS) * 4096,
  };
}

/** Bytes over a pod's network since its sandbox began: some kilobytes a second, an answer larger than its question. */
export function podUse(
  { id, createdAtMs }: SimSandbox,
  nowMs: number,
): { readonly receivedBytes: number; readonly sentBytes: number } {
  const seconds = sumOf(wavesOf(id), createdAtMs, nowMs) / 1_000;
  const receivedBytes = Math.round(seconds * (200 + 20_000 * fraction(id, 0) ** 2));
  return { receivedBytes, sentBytes: Math.round(receivedBytes * (0.5 + 4 * fraction(id, 1))) };
}
