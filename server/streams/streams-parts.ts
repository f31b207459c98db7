import type { Gate } from '../access/gate.ts';
import type { StreamKind } from '../contract/ticket.ts';
import type { Log } from '../log.ts';
import type { KindLimits } from './limits.ts';
import type { StartKeeper } from './start-keeper.ts';
import type { StreamsNode } from './streams-node.ts';

/** What every kind of stream is made from. */
export interface StreamsParts {
  readonly node: StreamsNode;
  readonly gate: Gate;
  readonly log: Log;
  readonly keeper: StartKeeper;
  readonly limits: Readonly<Record<StreamKind, KindLimits>>;
  /** For tests: how long a session waits for its person; 60 s. */
  readonly resumeMs?: number;
}
