import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DressName } from '../model/scenario.ts';
import type { KubeletSight } from '../product-flags.ts';
import { startSim } from '../start-sim.ts';
import { type Expectation, words } from './expectations.ts';
import { judgeBlind } from './judge-blind.ts';
import { judgeRuntime } from './judge-runtime.ts';
import { openProduct } from './open-product.ts';
import { particulars } from './particulars.ts';
import { type Judged, settle, subjectDetail, type Watched } from './watched.ts';

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
  /** Not all: then unknown is right too, and wrong is not. */
  readonly sight: KubeletSight;
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
    const runtime = await openProduct(sim, options.sight);
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
  const { sight } = options;
  return sight === 'log' || sight === 'none' ? judgeBlind(watched, sight) : judgePod(watched);
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
