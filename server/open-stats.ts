import { cpus } from 'node:os';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import type { Runtime } from './runtime.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';
import type { Stats } from './stats/stats.ts';

export interface StatsSources {
  readonly hostRoot: string;
  readonly connection: Pick<RuntimeConnection, 'cri'>;
  readonly snapshot: () => NodeSnapshot;
  readonly nowMs: () => number;
}

/** Figures of this node's containers. Nothing of it is loaded before the first question. */
export function openStats({ hostRoot, connection, snapshot, nowMs }: StatsSources): Stats {
  let opened: Promise<Stats> | null = null;
  const open = async (): Promise<Stats> => {
    const [{ createCgroupReader }, { createStats }] = await Promise.all([
      import('./host/cgroups/cgroup-reader.ts'),
      import('./stats/create-stats.ts'),
    ]);
    const clock = { nowMs, tickMs: () => performance.now() };
    return createStats({
      ...clock,
      snapshot,
      cgroups: createCgroupReader({ ...clock, hostRoot }),
      stats: connection.cri.stats,
      cores: cpus().length || null,
    });
  };
  const stats = (): Promise<Stats> => {
    opened ??= open();
    return opened;
  };
  return {
    list: async (question, options) => (await stats()).list(question, options),
    series: async (id, sinceMs, options) => (await stats()).series(id, sinceMs, options),
    close: async () => (await opened)?.close(),
  };
}

const NOTHING_MEASURES = 'Nothing measures here.';

/** The Runtime's answers about stats. `arrive` counts as looking, so that the lists of containers are kept up to date. */
export function answerStats(
  stats: Stats | undefined,
  arrive: () => Promise<void>,
): Pick<Runtime, 'stats' | 'containerStats'> {
  if (stats === undefined) return noStats(NOTHING_MEASURES, Date.now);
  return {
    async stats(question, options) {
      await arrive();
      return stats.list(question, options);
    },
    async containerStats(containerId, sinceMs, options) {
      await arrive();
      return stats.series(containerId, sinceMs, options);
    },
  };
}

/** Answers without a figure, for one reason. */
function noStats(reason: string, nowMs: () => number): Pick<Runtime, 'stats' | 'containerStats'> {
  return {
    stats: async () => ({
      asOf: new Date(nowMs()).toISOString(),
      everySeconds: 0,
      containers: [],
      pods: [],
      gaps: [reason],
    }),
    containerStats: async () => null,
  };
}
