import type { RuntimeConnection } from './cri/runtime-connection.ts';
import { chooseDirectory } from './data-directory.ts';
import type { History } from './history/history.ts';
import { openHistory } from './history/open-history.ts';
import type { Journal } from './journal/journal.ts';
import type { Judged } from './live/judgement.ts';
import type { Log } from './log.ts';
import { normalizeImage } from './pipeline/image-ref.ts';
import { datedChanges } from './pipeline/node-changes.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

const HOUR_MS = 3_600_000;
/** A day: last night's trouble can be looked at in the morning. 64 MiB are some 50,000 calls. */
const LIMITS = { maxAgeMs: 24 * HOUR_MS, maxBytes: 64 * 1024 * 1024 };

export interface NodeHistoryOptions {
  /** As --data-dir says; null where it was not given. */
  readonly dataDir: string | null;
  readonly log: Log;
  readonly nodeName: string;
  readonly journal: Journal;
  readonly connection: RuntimeConnection;
  readonly nowMs: () => number;
}

export interface NodeHistory {
  readonly history: History;
  close(): Promise<void>;
}

/** History of this node: hears of calls and of the runtime's health by itself, of verdicts by `recordJudged`. */
export async function openNodeHistory(options: NodeHistoryOptions): Promise<NodeHistory> {
  const { journal, connection, log, nodeName, nowMs } = options;
  const history = await openHistory({
    ...chooseDirectory(options.dataDir),
    nodeName,
    limits: LIMITS,
    nowMs,
    normalizeImage,
    onNotice: (text) => log.warn(text),
  });
  const stops = [
    journal.onChange(() => history.keepCalls(journal.takeChangedCalls())),
    connection.onHealthChange(() => history.seeHealth(connection.health(), 'the runtime')),
  ];
  history.keepCalls(journal.takeChangedCalls());
  return {
    history,
    async close() {
      for (const stop of stops) stop();
      await history.close();
    },
  };
}

/** Hands a judgement on to history. */
export function recordJudged(
  history: History,
  { pods, findings }: Judged,
  snapshot: NodeSnapshot,
  nowMs: number,
): void {
  const { sandboxes, containers, health } = snapshot;
  const isComplete = health.state === 'ok' && sandboxes.available && containers.available;
  history.see({ pods, findings, changes: datedChanges(snapshot), nowMs, isComplete });
}
