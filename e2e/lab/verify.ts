import type { Fault, FaultyNode } from './faults/fault.ts';
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
  /** How to run the server. */
  readonly command: readonly [string, ...string[]];
  onRow(row: VerifyRow): void;
}

interface Row {
  readonly scenario: Scenario;
  readonly fault: Fault;
}

/** One containerd with what is judged on it. */
interface NodePlan {
  readonly version: string;
  readonly rows: readonly Row[];
}

/** Nodes that stand at once: more would make each other late on a machine with two cores. */
const NODES_AT_ONCE = 3;

/** Makes every fault of the table on each containerd release and tells each row as soon as it is judged. */
export async function verify(versions: readonly string[], options: VerifyOptions): Promise<void> {
  const { signal, only, onRow, command } = options;
  // Faults of single pods stand side by side, as on a real node; such a node takes longest, so it comes first.
  const nodes = versions
    .flatMap((version) => planNodes(version, only, onRow))
    .sort((a, b) => b.rows.length - a.rows.length);
  const judgeNode = async ({ version, rows }: NodePlan): Promise<void> => {
    const node = rows[0]?.fault.node ?? null;
    const told = new Set<Row>();
    try {
      await onNode({ version, node, command, signal }, async (watched) => {
        const judge = async (row: Row) => {
          onRow(await judgeFault({ ...watched, version, ...row }));
          told.add(row);
        };
        await Promise.all(rows.map(judge));
      });
    } catch (error) {
      signal.throwIfAborted();
      const problem = `the node: ${error instanceof Error ? error.message : String(error)}`;
      for (const { scenario } of rows.filter((row) => !told.has(row))) {
        onRow(unseenRow(version, scenario, problem));
      }
    }
  };
  const takeNext = async (): Promise<void> => {
    for (let next = nodes.shift(); next !== undefined; next = nodes.shift()) await judgeNode(next);
  };
  await Promise.all(Array.from({ length: NODES_AT_ONCE }, takeNext));
}

function planNodes(
  version: string,
  only: ReadonlySet<string>,
  onRow: (row: VerifyRow) => void,
): readonly NodePlan[] {
  const shared: Row[] = [];
  const own: Row[] = [];
  for (const scenario of labScenarios()) {
    if (only.size > 0 && !only.has(scenario.id)) continue;
    const fault = FAULTS.find((candidate) => candidate.id === scenario.id);
    if (fault === undefined) onRow(unseenRow(version, scenario, 'no fault of this name'));
    else (fault.node === null ? shared : own).push({ scenario, fault });
  }
  const nodes = [shared, ...own.map((row) => [row])];
  return nodes.filter((rows) => rows.length > 0).map((rows) => ({ version, rows }));
}

async function onNode(
  what: {
    readonly version: string;
    readonly node: FaultyNode | null;
    readonly command: readonly [string, ...string[]];
    readonly signal: AbortSignal;
  },
  work: (node: WatchedNode) => Promise<void>,
): Promise<void> {
  const { version, node, command, signal } = what;
  const lab = await startLab({ version, signal, ...node });
  const closers: (() => Promise<void>)[] = [() => lab.close()];
  try {
    const kubelet = await startMiniKubelet(lab, { signal });
    closers.unshift(() => kubelet.close());
    const withKubelet = await startDashboard(lab, { signal, kubelet, command });
    closers.unshift(() => withKubelet.close());
    const logOnly = { url: null, logPath: kubelet.logPath };
    const withLog = await startDashboard(lab, { signal, kubelet: logOnly, command });
    closers.unshift(() => withLog.close());
    const withoutKubelet = await startDashboard(lab, { signal, kubelet: null, command });
    closers.unshift(() => withoutKubelet.close());
    await work({ lab, kubelet, withKubelet, withLog, withoutKubelet, signal });
  } finally {
    for (const close of closers) await close();
  }
}

function unseenRow(version: string, scenario: Scenario, problem: string): VerifyRow {
  return {
    version,
    scenario: scenario.id,
    expected: verdictWords(scenario),
    found: '-',
    evidence: '-',
    withLog: null,
    withoutKubelet: null,
    isOk: false,
    problem,
  };
}
