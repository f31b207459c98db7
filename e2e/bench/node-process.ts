import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flagsFor } from '../sim/product-flags.ts';
import { startSim } from '../sim/start-sim.ts';

/** What the bench asks its simulated node. */
export type NodeQuestion = 'counts' | 'reset' | 'stop';

/** The simulated node as a process of its own, so that its work is not counted as the product's. */
async function main(): Promise<void> {
  const [pods = '500', containers = '1200', scenarios = ''] = process.argv.slice(2);
  const dir = mkdtempSync(join(tmpdir(), 'bench-'));
  const sim = await startSim({
    dress: 'containerd',
    dir,
    scenarios: scenarios === 'demo' ? 'demo' : scenarios.split(',').filter(Boolean),
    scale: { pods: Number(pods), containersPerPod: Number(containers) / Number(pods) },
    signal: new AbortController().signal,
  });
  const stop = async (): Promise<void> => {
    await sim.close();
    rmSync(dir, { recursive: true, force: true });
    process.disconnect();
  };
  process.on('message', (question: NodeQuestion) => {
    if (question === 'counts') process.send?.(sim.callCounts());
    if (question === 'reset') {
      sim.control.resetCounts();
      process.send?.(null);
    }
    if (question === 'stop') void stop();
  });
  // The bench is gone: so is the node.
  process.on('disconnect', () => void sim.close());
  process.send?.({
    endpoint: sim.endpoint,
    runtimeLog: sim.runtimeLog,
    kubeletLog: sim.kubeletLog,
    flags: flagsFor(sim, 'all'),
  });
}

await main();
