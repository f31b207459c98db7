import type { Kube } from '../kube/kube.ts';
import type { SnapshotParts } from './collect-snapshot.ts';
import { kubePaces } from './kube-parts.ts';
import { kubeletPaces } from './kubelet-parts.ts';
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
const PULLS_MS = 1_000;
const MANIFESTS_MS = 5_000;
/** Hundreds of folders: soon after the runtime brought news, else seldom. */
const POD_LOGS_AFTER_NEWS_MS = 5_000;
const POD_LOGS_MS = 30_000;
/** 1 s: what failed is read again soon; a runtime that has just started answers Version before it answers lists. */
const RETRY_MS = 1_000;
/** Folders and small files of the node that change with pods, or by hand. */
const HOST_MS = 10_000;
/** The runtime has just brought news: kubelet's folders have changed with it. */
const HOST_AFTER_NEWS_MS = 3_000;
/** A handful of names; a pull's begin and end show here. */
const PULL_INTENTS_MS = 5_000;
/** While a pod ends or hangs: fast enough to see a process go. */
const PROCESSES_MS = 5_000;
/** A start of runtime or kubelet shows elsewhere at once; this is for its time. */
const BOOT_MS = 20_000;
/** A child process each time. */
const DISKS_MS = 30_000;
/** Five small files; the page shows them as they are now. */
const LOAD_MS = 5_000;
/** They change with a restart of the runtime, which asks for them anyhow. */
const ONCE_MS = 10 * 60_000;

interface Paced {
  readonly part: Readable;
  readonly everyMs: number;
  /** True for what is asked of the runtime: never while it hangs or is down. */
  readonly isRuntime: boolean;
  /** True for what a failure does not bring on sooner, and a first look does not ask for while it is fresh. */
  readonly isPatient?: boolean;
}

/** Facts of the node's files; mounts and processes only while some pod needs them. */
function hostPaces({ host }: SnapshotParts, { newsAtMs, needsProcesses }: DueOptions): Paced[] {
  const shared = { isRuntime: false, isPatient: true };
  const hasNews = newsAtMs >= host.podDirectories.startedAtMs;
  const podDirectories = hasNews ? HOST_AFTER_NEWS_MS : HOST_MS;
  const needed = needsProcesses()
    ? [host.mounts, host.processes].map((part) => ({ ...shared, part, everyMs: PROCESSES_MS }))
    : [];
  return [
    { ...shared, part: host.podDirectories, everyMs: podDirectories },
    { ...shared, part: host.configFiles, everyMs: HOST_MS },
    { ...shared, part: host.ipReservations, everyMs: HOST_MS },
    { ...shared, part: host.pullIntents, everyMs: PULL_INTENTS_MS },
    { ...shared, part: host.boot, everyMs: BOOT_MS },
    { ...shared, part: host.disks, everyMs: DISKS_MS },
    { ...shared, part: host.load, everyMs: LOAD_MS },
    ...needed,
  ];
}

/** What kubelet tells beside its pods, and the API server: a failure of theirs is a hang as often as not. */
function wishPaces(parts: SnapshotParts, { kube }: DueOptions): Paced[] {
  const hasKubelet = parts.kubeletPods.section().available;
  return [...kubeletPaces(parts.kubelet), ...kubePaces(kube, parts.kube, hasKubelet)].map(
    ([part, everyMs]) => ({ part, everyMs, isRuntime: false, isPatient: true }),
  );
}

/** Every part with its pace. Pulls are not among them: they follow the lists. */
function paces(parts: SnapshotParts, options: DueOptions): readonly Paced[] {
  const { hasEvents, newsAtMs } = options;
  const hasNews = newsAtMs >= parts.podLogDirectories.startedAtMs;
  const podLogs = hasNews ? POD_LOGS_AFTER_NEWS_MS : POD_LOGS_MS;
  const lists = hasEvents ? LISTS_WITH_EVENTS_MS : LISTS_WITHOUT_EVENTS_MS;
  return [
    { part: parts.objects, everyMs: lists, isRuntime: true },
    { part: parts.runtime, everyMs: STATUS_MS, isRuntime: true },
    { part: parts.version, everyMs: ONCE_MS, isRuntime: true },
    { part: parts.failedPlugins, everyMs: ONCE_MS, isRuntime: true },
    { part: parts.images, everyMs: IMAGES_MS, isRuntime: true },
    { part: parts.pulls, everyMs: PULLS_MS, isRuntime: true },
    { part: parts.kubeletPods, everyMs: KUBELET_MS, isRuntime: false },
    { part: parts.manifests, everyMs: MANIFESTS_MS, isRuntime: false },
    { part: parts.podLogDirectories, everyMs: podLogs, isRuntime: false },
    ...hostPaces(parts, options),
    ...wishPaces(parts, options),
  ];
}

function isDue({ part, everyMs, isPatient }: Paced, nowMs: number): boolean {
  const waitMs = part.failure() === null || isPatient ? everyMs : Math.min(everyMs, RETRY_MS);
  return nowMs - part.startedAtMs >= waitMs;
}

export interface DueOptions {
  readonly nowMs: number;
  readonly hasEvents: boolean;
  readonly canAskRuntime: boolean;
  /** When the lists last brought news. */
  readonly newsAtMs: number;
  readonly kube: Kube;
  /** Whether mounts and processes would tell something about a pod. */
  readonly needsProcesses: () => boolean;
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
      const isSlow = paced.isPatient || paced.part === parts.images || paced.everyMs === ONCE_MS;
      return !isSlow || isDue(paced, options.nowMs);
    })
    .map(({ part }) => part);
}
