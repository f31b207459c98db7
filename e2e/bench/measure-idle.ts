import { setTimeout as sleep } from 'node:timers/promises';
import type { CallCounts, SimulatedNode } from './simulated-node.ts';

/** The product counts a read as watching for 30 s; then it must be quiet. */
const UNTIL_IDLE_MS = 35_000;
/** How long the quiet is watched. */
const WATCHED_MS = 10_000;

export interface IdleCalls {
  readonly watchedMs: number;
  /** Calls that came in that time, by RPC. */
  readonly calls: Readonly<Record<string, number>>;
  /** Lists and stats among them: there must be none. */
  readonly listsAndStats: number;
}

/** What the node is asked while nobody looks. */
export async function measureIdle(node: SimulatedNode): Promise<IdleCalls> {
  await sleep(UNTIL_IDLE_MS);
  await node.reset();
  await sleep(WATCHED_MS);
  return toIdleCalls(await node.counts());
}

function toIdleCalls(counts: CallCounts): IdleCalls {
  const calls = Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count.total > 0)
      .map(([rpc, count]) => [rpc, count.total]),
  );
  const listsAndStats = Object.entries(calls)
    .filter(([rpc]) => /List|Stats|Stream/.test(rpc))
    .reduce((sum, [, total]) => sum + total, 0);
  return { watchedMs: WATCHED_MS, calls, listsAndStats };
}
