import type { SnapshotParts } from './collect-snapshot.ts';
import type { Readable } from './part.ts';

/** How often the parts are looked at to see which is due, while someone watches. */
export const TICK_MS = 500;
/** Lists while events tell of changes: a safety net for what no event tells. */
const LISTS_WITH_EVENTS_MS = 10_000;
const LISTS_WITHOUT_EVENTS_MS = 2_000;
/** No event tells that the network configuration went; kubelet asks as often. */
const STATUS_MS = 5_000;
/** kubelet's state has no events; /pods is answered from its memory. */
const KUBELET_MS = 2_000;
/** The longest answer, and the least changing. */
const IMAGES_MS = 10_000;
/** Bytes of a pull: fast enough to see it move, only asked for while one is going on. */
const INGESTS_MS = 2_000;
const MANIFESTS_MS = 5_000;
/** Hundreds of folders: soon after the runtime brought news, else seldom. */
const POD_LOGS_AFTER_NEWS_MS = 5_000;
const POD_LOGS_MS = 30_000;
/** 1 s: what failed is read again soon; a runtime that has just started answers Version before it answers lists. */
const RETRY_MS = 1_000;
/** They change with a restart of the runtime, which asks for them anyhow. */
const ONCE_MS = 10 * 60_000;

interface Paced {
  readonly part: Readable;
  readonly everyMs: number;
  /** True for what is asked of the runtime: never while it hangs or is down. */
  readonly isRuntime: boolean;
}

/** Every part with its pace. Ingests are not among them: they follow the lists. */
function paces(parts: SnapshotParts, { hasEvents, newsAtMs }: DueOptions): readonly Paced[] {
  const hasNews = newsAtMs >= parts.podLogDirectories.startedAtMs;
  const podLogs = hasNews ? POD_LOGS_AFTER_NEWS_MS : POD_LOGS_MS;
  const lists = hasEvents ? LISTS_WITH_EVENTS_MS : LISTS_WITHOUT_EVENTS_MS;
  return [
    { part: parts.objects, everyMs: lists, isRuntime: true },
    { part: parts.runtime, everyMs: STATUS_MS, isRuntime: true },
    { part: parts.version, everyMs: ONCE_MS, isRuntime: true },
    { part: parts.failedPlugins, everyMs: ONCE_MS, isRuntime: true },
    { part: parts.images, everyMs: IMAGES_MS, isRuntime: true },
    { part: parts.ingests, everyMs: INGESTS_MS, isRuntime: true },
    { part: parts.kubeletPods, everyMs: KUBELET_MS, isRuntime: false },
    { part: parts.manifests, everyMs: MANIFESTS_MS, isRuntime: false },
    { part: parts.podLogDirectories, everyMs: podLogs, isRuntime: false },
  ];
}

function isDue({ part, everyMs }: Paced, nowMs: number): boolean {
  const waitMs = part.failure() === null ? everyMs : Math.min(everyMs, RETRY_MS);
  return nowMs - part.startedAtMs >= waitMs;
}

export interface DueOptions {
  readonly nowMs: number;
  readonly hasEvents: boolean;
  readonly canAskRuntime: boolean;
  /** When the lists last brought news. */
  readonly newsAtMs: number;
}

/** The parts whose time has come. */
export function duePartsOf(parts: SnapshotParts, options: DueOptions): readonly Readable[] {
  return paces(parts, options)
    .filter(({ isRuntime }) => options.canAskRuntime || !isRuntime)
    .filter((paced) => isDue(paced, options.nowMs))
    .map(({ part }) => part);
}

/** All parts, but for the slow ones while they are younger than their pace. */
export function allPartsOf(parts: SnapshotParts, options: DueOptions): readonly Readable[] {
  return paces(parts, options)
    .filter(({ isRuntime }) => options.canAskRuntime || !isRuntime)
    .filter((paced) => {
      const isSlow = paced.part === parts.images || paced.everyMs === ONCE_MS;
      return !isSlow || isDue(paced, options.nowMs);
    })
    .map(({ part }) => part);
}
