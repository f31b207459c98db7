import type { Fault } from './faults/fault.ts';
import { FAULTS } from './faults/index.ts';
import { judgeFault, type VerifyRow, type WatchedNode } from './judge-fault.ts';
import { startDashboard } from './lab-dashboard.ts';
import { startMiniKubelet } from './mini-kubelet.ts';
import { labScenarios, type Scenario, verdictWords } from './scenario-table.ts';
import { startLab } from './start-lab.ts';

export interface VerifyOptions {
  readonly signal: AbortSignal;
  /** Scenario ids; empty: all that are marked for the lab. */
  readonly only: ReadonlySet<string>;
  onRow(row: VerifyRow): void;
}

/** Nodes that stand at once: more would make each other late on a machine with two cores. */
const NODES_AT_ONCE = 2;

/** Makes every fault of the table on one containerd release and tells each row as soon as it is judged. */
export async function verify(version: string, options: VerifyOptions): Promise<void> {
  const { signal, only, onRow } = options;
  const shared: { scenario: Scenario; fault: Fault }[] = [];
  const nodes: (() => Promise<void>)[] = [];
  for (const scenario of labScenarios()) {
    if (only.size > 0 && !only.has(scenario.id)) continue;
    const fault = FAULTS.find((candidate) => candidate.id === scenario.id);
    if (fault === undefined) {
      onRow(missingFault(version, scenario));
    } else if (fault.node === null) {
      shared.push({ scenario, fault });
    } else {
      nodes.push(() =>
        onNode({ version, fault, signal }, async (node) => {
          onRow(await judgeFault({ ...node, version, scenario, fault }));
        }),
      );
    }
  }
  // Faults that hit their own pod only stand side by side, as on a real node.
  if (shared.length > 0) {
    nodes.push(() =>
      onNode({ version, fault: null, signal }, async (node) => {
        await Promise.all(
          shared.map(async (one) => onRow(await judgeFault({ ...node, version, ...one }))),
        );
      }),
    );
  }
  const takeNext = async (): Promise<void> => {
    for (let next = nodes.shift(); next !== undefined; next = nodes.shift()) await next();
  };
  await Promise.all(Array.from({ length: NODES_AT_ONCE }, takeNext));
}

async function onNode(
  what: { readonly version: string; readonly fault: Fault | null; readonly signal: AbortSignal },
  work: (node: WatchedNode) => Promise<void>,
): Promise<void> {
  const { version, fault, signal } = what;
  const lab = await startLab({ version, signal, ...fault?.node });
  const closers: (() => Promise<void>)[] = [() => lab.close()];
  try {
    const kubelet = await startMiniKubelet(lab, { signal });
    closers.unshift(() => kubelet.close());
    const withKubelet = await startDashboard(lab, { signal, kubelet });
    closers.unshift(() => withKubelet.close());
    const logOnly = { url: null, logPath: kubelet.logPath };
    const withLog = await startDashboard(lab, { signal, kubelet: logOnly });
    closers.unshift(() => withLog.close());
    const withoutKubelet = await startDashboard(lab, { signal, kubelet: null });
    closers.unshift(() => withoutKubelet.close());
    await work({ lab, kubelet, withKubelet, withLog, withoutKubelet, signal });
  } finally {
    for (const close of closers) await close();
  }
}

function missingFault(version: string, scenario: Scenario): VerifyRow {
  return {
    version,
    scenario: scenario.id,
    expected: verdictWords(scenario),
    found: '-',
    evidence: '-',
    withLog: null,
    withoutKubelet: null,
    isOk: false,
    problem: 'no fault of this name',
  };
}
