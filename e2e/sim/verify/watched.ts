import { setTimeout as sleep } from 'node:timers/promises';
import type { PodDetail, PodRow } from '../../../server/contract/pod.ts';
import type { Runtime } from '../../../server/runtime.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import type { Sim } from '../sim.ts';
import type { Expectation } from './expectations.ts';

/** A verdict must be right within this time; most are at once, a slow machine is given more. */
const SETTLE_MS = 15_000;
const POLL_MS = 100;
/** As many equal answers in a row count as settled: one that is only passed through does not. */
const STREAK = 4;

/** What one look at the node came to. */
export interface Judged {
  readonly found: string;
  readonly evidenceCount: number;
  readonly problem: string | null;
}

/** What `judge…` functions look at. */
export interface Watched {
  readonly expectation: Expectation;
  readonly sim: Sim;
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
}

/** Looks until what is seen is right and stays so, or the time is over; the last look counts. */
export async function settle(
  watched: Pick<Watched, 'signal'>,
  look: () => Promise<Judged>,
): Promise<Judged> {
  const untilMs = Date.now() + SETTLE_MS;
  let streak = 0;
  for (;;) {
    const judged = await look();
    streak = judged.problem === null ? streak + 1 : 0;
    if (streak >= STREAK || Date.now() > untilMs) return judged;
    await sleep(POLL_MS, undefined, { signal: watched.signal });
  }
}

/** The pod that the scenario is about, by the beginning of its name. */
export async function subjectRow(watched: Watched): Promise<PodRow | null> {
  const scenario = SCENARIOS.find((one) => one.name === watched.expectation.scenario);
  const prefix = scenario?.subject ?? scenario?.pods.at(-1)?.name ?? '';
  const { pods } = await watched.runtime.pods({ signal: watched.signal });
  return pods.find((pod) => pod.name.startsWith(prefix)) ?? null;
}

export async function subjectDetail(watched: Watched): Promise<PodDetail | null> {
  const row = await subjectRow(watched);
  if (row === null) return null;
  const { namespace, name, uid } = row;
  return watched.runtime.pod({ namespace, name, uid }, { signal: watched.signal });
}
