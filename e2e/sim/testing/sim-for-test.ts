import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Sim, SimOptions } from '../sim.ts';
import { startSim } from '../start-sim.ts';
import { createSimClient, type SimClient } from './sim-client.ts';

/** A simulated node for one test; it and its folder go when the test is over. */
export async function simForTest(
  options: Omit<SimOptions, 'dir' | 'signal'>,
): Promise<{ sim: Sim; client: SimClient }> {
  const dir = mkdtempSync(join(tmpdir(), 'sim-'));
  const controller = new AbortController();
  const sim = await startSim({ ...options, dir, signal: controller.signal });
  const client = createSimClient(sim.endpoint);
  onTestFinished(async () => {
    client.close();
    await sim.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return { sim, client };
}
