import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CallCount } from '../sim/grpc/call-gate.ts';
import type { NodeQuestion } from './node-process.ts';

export type CallCounts = Readonly<Record<string, CallCount>>;

/** A simulated node in its own process. */
export interface SimulatedNode {
  readonly endpoint: string;
  readonly runtimeLog: string;
  readonly kubeletLog: string;
  /** The product's flags for this node. */
  readonly flags: readonly string[];
  counts(): Promise<CallCounts>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('node-process.ts', import.meta.url));

/** Starts a node with that many healthy pods and containers, and what befalls it. */
export async function startNode(
  pods: number,
  containers: number,
  scenarios: readonly string[] = [],
): Promise<SimulatedNode> {
  const child = fork(SCRIPT, [String(pods), String(containers), scenarios.join()], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [started] = await once(child, 'message');
  return {
    ...started,
    counts: async () => (await ask(child, 'counts')) as CallCounts,
    reset: async () => void (await ask(child, 'reset')),
    async close() {
      const gone = once(child, 'exit');
      child.send('stop' satisfies NodeQuestion);
      await gone;
    },
  };
}

async function ask(child: ChildProcess, question: NodeQuestion): Promise<unknown> {
  const answered = once(child, 'message');
  child.send(question);
  return (await answered)[0];
}
