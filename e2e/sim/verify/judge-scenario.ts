import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PodDetail, PodRow } from '../../../server/contract/pod.ts';
import type { Runtime } from '../../../server/runtime.ts';
import type { DressName } from '../model/scenario.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import type { Sim } from '../sim.ts';
import { startSim } from '../start-sim.ts';
import { type Expectation, words } from './expectations.ts';
import { judgeBlind } from './judge-blind.ts';
import { judgeRuntime } from './judge-runtime.ts';
import { openProduct } from './open-product.ts';
import { particulars } from './particulars.ts';

/** A verdict must be right within this time; most are at once, a slow machine is given more. */
const SETTLE_MS = 15_000;
const POLL_MS = 100;
/** As many equal answers in a row count as settled: one that is only passed through does not. */
const STREAK = 4;

export interface ScenarioRow {
  readonly scenario: string;
  readonly dress: DressName;
  readonly expected: string;
  readonly found: string;
  readonly evidenceCount: number;
  /** Why it is not right, in a few words; null when it is. */
  readonly problem: string | null;
}

export interface JudgeOptions {
  readonly dress: DressName;
  readonly version?: '2.1' | '1.6';
  /** False: kubelet and its log cannot be asked; then unknown is right too, and wrong is not. */
  readonly hasKubelet: boolean;
  readonly signal: AbortSignal;
}

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

/** Starts a simulated node for one row, lets the product judge it, and compares. Rejects only for the signal. */
export async function judgeScenario(
  expectation: Expectation,
  options: JudgeOptions,
): Promise<ScenarioRow> {
  const { dress, signal } = options;
  const dir = mkdtempSync(join(tmpdir(), 'sim-'));
  const base = { scenario: expectation.scenario, dress, expected: words(expectation) };
  const { version = '2.1' } = options;
  const sim = await startSim({ dress, version, dir, scenarios: [expectation.scenario], signal });
  try {
    const runtime = await openProduct(sim, options);
    try {
      const watched = { expectation, sim, runtime, signal };
      const judged = await judge(watched, options);
      return { ...base, ...judged };
    } finally {
      await runtime.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    const problem = error instanceof Error ? error.message : String(error);
    return { ...base, found: '-', evidenceCount: 0, problem };
  } finally {
    await sim.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function judge(watched: Watched, options: JudgeOptions): Promise<Judged> {
  if (watched.expectation.outcome === null) return judgeRuntime(watched);
  return options.hasKubelet ? judgePod(watched) : judgeBlind(watched);
}

async function judgePod(watched: Watched): Promise<Judged> {
  return settle(watched, async () => {
    const detail = await subjectDetail(watched);
    if (detail === null) return { found: 'no such pod', evidenceCount: 0, problem: 'not seen' };
    const found = words(detail.verdict);
    const evidenceCount = detail.verdict.evidence.length;
    const problems = [
      found === words(watched.expectation) ? null : 'another verdict',
      evidenceCount > 0 || detail.verdict.state === 'ok' ? null : 'no evidence',
      ...(await particulars(watched, detail)),
    ].filter((problem) => problem !== null);
    return { found, evidenceCount, problem: problems.join(', ') || null };
  });
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
