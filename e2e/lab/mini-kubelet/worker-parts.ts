import type { PodCalls } from '../pod-calls.ts';
import type { BackOff } from './back-off.ts';
import type { KlogWriter } from './klog-writer.ts';

/** What the node as a whole knows; null: all is well. */
interface NodeState {
  networkProblem(): string | null;
  isRuntimeAway(): boolean;
}

export interface WorkerParts {
  readonly calls: PodCalls;
  readonly node: NodeState;
  readonly log: KlogWriter;
  readonly pullBackOff: BackOff;
  readonly crashBackOff: BackOff;
  readonly signal: AbortSignal;
}
