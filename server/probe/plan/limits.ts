import type { JsonObject, JsonValue } from '../../contract/cri-config.ts';
import { type Edit, valueAt } from './config-edit.ts';

/** A period of the scheduler in microseconds, as kubelet sets it. */
const CPU_PERIOD_US = 100_000;
/** Half a core: a container of any size starts with it, and nobody on the node notices. */
const CPU_QUOTA_US = 50_000;
/** What kubelet asks for 100m of CPU. */
const CPU_SHARES = 102;
/** 256 MiB: enough for the first seconds of nearly every program, little enough for a full node. */
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;
/** The kernel ends it before anything else; kubelet gives the same to pods that ask for nothing. */
const OOM_SCORE_ADJ = 1_000;

/** What a probe may use: LinuxContainerResources of CRI, which has no limit of processes. */
export const PROBE_RESOURCES = {
  cpu_period: CPU_PERIOD_US,
  cpu_quota: CPU_QUOTA_US,
  cpu_shares: CPU_SHARES,
  memory_limit_in_bytes: MEMORY_LIMIT_BYTES,
  oom_score_adj: OOM_SCORE_ADJ,
} as const satisfies JsonObject;

const WHY_LIMIT = 'a probe stays small: only an admin may give it more';
const WHY_ABSENT = 'without a limit a probe could take what the pods of this node need';
const WHY_SCORE = 'when memory runs out, the probe goes before any pod';

/** A whole number of JSON, which protobuf may write as a text; 0 where there is none. */
export function wholeNumber(value: JsonValue | undefined): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/**
 * What has to be set in `resources` so that the probe stays small. Limits that are missing are set for everybody; those
 * that are too wide only for who may not ask for more.
 */
export function limitEdits(
  config: JsonObject,
  path: readonly string[],
  rules: { readonly mayAskForMore: boolean; readonly mustHave: boolean },
): readonly Edit[] {
  const number = (name: string) => wholeNumber(valueAt(config, [...path, name]));
  const edit = (name: keyof typeof PROBE_RESOURCES, why: string): Edit => ({
    path: [...path, name],
    value: PROBE_RESOURCES[name],
    why,
  });
  const edits: Edit[] = [];
  const limit = (names: readonly (keyof typeof PROBE_RESOURCES)[], is: Reach, why = WHY_LIMIT) => {
    if (is === 'absent' && rules.mustHave)
      edits.push(...names.map((name) => edit(name, WHY_ABSENT)));
    if (is === 'wide' && !rules.mayAskForMore) edits.push(...names.map((name) => edit(name, why)));
  };
  limit(['cpu_period', 'cpu_quota'], cpuReach(number('cpu_quota'), number('cpu_period')));
  limit(['cpu_shares'], reach(number('cpu_shares'), CPU_SHARES));
  const memory = reach(number('memory_limit_in_bytes'), MEMORY_LIMIT_BYTES);
  limit(['memory_limit_in_bytes'], memory);
  const score = number('oom_score_adj');
  limit(['oom_score_adj'], scoreReach(score), WHY_SCORE);
  const swap = swapEdit(config, path, memory);
  return swap !== null && !rules.mayAskForMore ? [...edits, swap] : edits;
}

type Reach = 'absent' | 'small' | 'wide';

function reach(value: number, most: number): Reach {
  if (value === 0) return 'absent';
  return value < 0 || value > most ? 'wide' : 'small';
}

function cpuReach(quotaUs: number, periodUs: number): Reach {
  if (quotaUs === 0) return 'absent';
  const cores = quotaUs / (periodUs > 0 ? periodUs : CPU_PERIOD_US);
  return cores < 0 || cores > CPU_QUOTA_US / CPU_PERIOD_US ? 'wide' : 'small';
}

function scoreReach(score: number): Reach {
  if (score === 0) return 'absent';
  return score < OOM_SCORE_ADJ ? 'wide' : 'small';
}

/** Memory and swap together: equal to the limit means no swap. */
function swapEdit(config: JsonObject, path: readonly string[], memory: Reach): Edit | null {
  const swap = wholeNumber(valueAt(config, [...path, 'memory_swap_limit_in_bytes']));
  if (swap === 0) return null;
  const given = wholeNumber(valueAt(config, [...path, 'memory_limit_in_bytes']));
  const value = memory === 'small' ? given : MEMORY_LIMIT_BYTES;
  return { path: [...path, 'memory_swap_limit_in_bytes'], value, why: WHY_LIMIT };
}

/** What these resources let do that a probe's own do not; null where they are as small as those. */
export function resourceReach(name: string, value: JsonValue): string | null {
  const number = wholeNumber(value);
  if (name === 'memory_limit_in_bytes' && reach(number, MEMORY_LIMIT_BYTES) === 'wide')
    return 'takes more memory of the node than a probe needs';
  if (name === 'cpu_shares' && reach(number, CPU_SHARES) === 'wide')
    return 'takes CPU time before the pods of the node';
  if (name === 'oom_score_adj' && number < 0)
    return 'lets the kernel end pods of the node before the probe';
  return null;
}
