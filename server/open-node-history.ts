import { NO_DATA_DIR } from './config-values.ts';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import type { History } from './history/history.ts';
import { openHistory } from './history/open-history.ts';
import type { Journal } from './journal/journal.ts';
import type { Judged } from './live/judgement.ts';
import type { Log } from './log.ts';
import { normalizeImage } from './pipeline/image-ref.ts';
import { datedChanges } from './pipeline/node-changes.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

/** Where a service keeps what it may lose; only root may make it. */
const ROOT_DIRECTORY = '/var/lib/cri-triage';
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

function chooseDirectory(dataDir: string | null): {
  readonly directory: string | null;
  readonly noDirectoryReason: string;
} {
  const isRoot = process.getuid?.() === 0;
  if (dataDir === NO_DATA_DIR) {
    return { directory: null, noDirectoryReason: `--data-dir is ${NO_DATA_DIR}` };
  }
  return {
    directory: dataDir ?? (isRoot ? ROOT_DIRECTORY : null),
    noDirectoryReason: 'no --data-dir was given, and only root has one by default',
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
