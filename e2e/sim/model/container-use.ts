import type { SimNode } from './node.ts';
import type { SimContainer, SimSandbox } from './objects.ts';
import type { ContainerPlan } from './scenario.ts';

/** What a container has used by now; it rises and falls in a way of its own, and its counters only grow. */
export interface ContainerUse {
  readonly aliveMs: number;
  /** CPU time since it began. */
  readonly cpuMs: number;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly writableLayerBytes: number;
  readonly limits: Limits;
}

/** What kubelet was told to hold it to; null for no limit. */
export interface Limits {
  readonly cores: number | null;
  readonly memoryBytes: number | null;
}

const MINUTE_MS = 60_000;
const MIB = 1024 ** 2;
const PAGE_BYTES = 4096;

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

function planOf(node: SimNode, container: SimContainer): ContainerPlan | undefined {
  const records = node.pods.get(container.podUid)?.containers ?? [];
  return records.find(({ plan }) => plan.name === container.name)?.plan;
}

function limitsOf({ resources }: Partial<ContainerPlan>): Limits {
  const { cpuMilli, memoryMiB } = resources ?? {};
  return {
    cores: cpuMilli === undefined ? null : cpuMilli / 1_000,
    memoryBytes: memoryMiB === undefined ? null : memoryMiB * MIB,
  };
}

/** A few hundredths to a fifth of a core and 4 to 200 MB; with a limit, a share of it that stays below. */
function meansOf(id: string, { cores, memoryBytes }: Limits): { cores: number; bytes: number } {
  return {
    cores: cores === null ? 0.005 + 0.2 * fraction(id, 0) ** 2 : cores * share(id, 0, 0.02, 0.4),
    bytes:
      memoryBytes === null
        ? 4_000_000 + 196_000_000 * fraction(id, 1)
        : memoryBytes * share(id, 1, 0.2, 0.65),
  };
}

function share(id: string, index: number, least: number, most: number): number {
  return least + (most - least) * fraction(id, index);
}

/** From a fifth of the limit up to it: what the kernel kills in the end. */
function towardsLimit(run: ContainerPlan['run'], limit: number | null, aliveMs: number) {
  if (run?.kind !== 'exits' || run.isOom !== true || limit === null) return null;
  return limit * Math.min(1, 0.2 + (0.8 * aliveMs) / run.afterMs);
}

/** What a container uses at this moment. */
export function containerUse(node: SimNode, container: SimContainer, nowMs: number): ContainerUse {
  const { id, startedAtMs } = container;
  const plan = planOf(node, container);
  const limits = limitsOf(plan ?? {});
  const waves = wavesOf(id);
  const means = meansOf(id, limits);
  const aliveMs = startedAtMs === 0 ? 0 : Math.max(0, nowMs - startedAtMs);
  const bytes =
    towardsLimit(plan?.run, limits.memoryBytes, aliveMs) ??
    means.bytes * (1 + (levelAt(waves, nowMs) - 1) / 4);
  return {
    aliveMs,
    cpuMs: means.cores * sumOf(waves, startedAtMs, startedAtMs + aliveMs),
    cores: means.cores * levelAt(waves, nowMs),
    memoryBytes: Math.round(bytes / PAGE_BYTES) * PAGE_BYTES,
    writableLayerBytes: 20_480 + Math.floor(aliveMs / MINUTE_MS) * PAGE_BYTES,
    limits,
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
