import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { DressName } from './model/scenario.ts';
import { flagsFor } from './product-flags.ts';
import type { SimOptions } from './sim.ts';
import { startSim } from './start-sim.ts';

interface Flags {
  readonly dir?: string;
  readonly dress: string;
  readonly scenario: string;
  readonly scale?: string;
  readonly speed: string;
  readonly containerd: string;
  readonly cgroups: string;
  readonly strictKubelet?: boolean;
}

/** Runs the simulated node until it is told to stop; prints one JSON line with its addresses. */
async function main(): Promise<void> {
  const program = new Command()
    .description('A simulated Kubernetes node: CRI runtime, kubelet endpoint, log files.')
    .option('--dir <path>', 'where the node lives (default: a new temporary folder)')
    .option('--dress <name>', 'containerd or crio', 'containerd')
    .option('--scenario <names>', 'scenario names with commas between them, or demo', 'demo')
    .option('--scale <PxC>', 'healthy pods and containers on top, e.g. 500x1200')
    .option('--speed <factor>', 'how much faster retries pass', '1')
    .option('--containerd <version>', 'the words of 2.1 or 1.6', '2.1')
    .option('--strict-kubelet', 'kubelet ends pods that it does not know')
    .option('--cgroups <version>', 'control groups of version 2 or 1, or none', '2')
    .parse();
  const asked = program.opts<Flags>();
  const controller = new AbortController();
  const sim = await startSim({ ...toOptions(asked), signal: controller.signal });
  const flags = flagsFor(sim, 'cluster');
  const { endpoint, kubeletUrl, kubeUrl, runtimeLog, kubeletLog, podLogs, manifestsDir, hostRoot } =
    sim;
  process.stdout.write(
    `${JSON.stringify({ endpoint, kubeletUrl, kubeUrl, runtimeLog, kubeletLog, podLogs, manifestsDir, hostRoot, flags })}\n`,
  );
  const stop = (): void => void sim.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function toOptions(flags: Flags): Omit<SimOptions, 'signal'> {
  if (flags.dress !== 'containerd' && flags.dress !== 'crio') {
    throw new Error(`--dress is containerd or crio, not ${flags.dress}`);
  }
  const dress: DressName = flags.dress;
  const scale = flags.scale === undefined ? undefined : parseScale(flags.scale);
  return {
    dress,
    dir: flags.dir ?? mkdtempSync(join(tmpdir(), 'sim-')),
    scenarios: flags.scenario === 'demo' ? 'demo' : flags.scenario.split(',').filter(Boolean),
    speed: Number(flags.speed),
    version: flags.containerd === '1.6' ? '1.6' : '2.1',
    ...(flags.cgroups === 'none' ? {} : { cgroups: parseVersion(flags.cgroups) }),
    isKubeletStrict: flags.strictKubelet === true,
    ...(scale === undefined ? {} : { scale }),
  };
}

function parseVersion(text: string): 1 | 2 {
  if (text === '1' || text === '2') return text === '1' ? 1 : 2;
  throw new Error(`--cgroups is 1, 2 or none, not ${text}`);
}

/** "500x1200" → 500 pods with 2.4 containers each. */
function parseScale(text: string): { pods: number; containersPerPod: number } {
  const [, pods, containers] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (pods === undefined || containers === undefined) {
    throw new Error(`--scale wants PODSxCONTAINERS, e.g. 500x1200, not ${text}`);
  }
  return { pods: Number(pods), containersPerPod: Number(containers) / Number(pods) };
}

await main();
