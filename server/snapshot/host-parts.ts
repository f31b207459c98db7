import type { HostFacts } from '../contract/host-facts.ts';
import { type Section, unavailable } from '../contract/section.ts';
import type { FactHints, FactReader } from '../host/fact-reader.ts';
import type { HostInterest } from './host-interest.ts';
import { Part, sectionValue } from './part.ts';

type Value<K extends keyof HostFacts> = Extract<
  Required<HostFacts>[K],
  { available: true }
>['value'];

/** The parts of HostFacts, each read on its own. */
export type HostParts = {
  readonly [K in keyof HostFacts]-?: Part<Value<K>>;
};

export interface HostPartsOptions {
  readonly facts: FactReader;
  readonly hints: () => FactHints;
  readonly interest: () => HostInterest;
  readonly nowMs: () => number;
  readonly onRead: (isNews: boolean) => void;
}

/** A minute: a disk or a folder that cannot be read any more is no witness for long. */
const KEEP_MS = 60_000;
const NOT_NEEDED =
  'Not read: no pod is on its way down or without its sandbox, and no call takes long.';

/** Parts that know how to read themselves. */
export function createHostParts(options: HostPartsOptions): HostParts {
  const { facts, hints, interest, nowMs, onRead } = options;
  const part = <T>(read: (signal: AbortSignal) => Promise<Section<T>>): Part<T> =>
    new Part({
      nowMs,
      onRead,
      keepMs: KEEP_MS,
      read: async (signal) => sectionValue(await read(signal)),
    });
  return {
    podDirectories: part(() => facts.podDirectories()),
    mounts: part(() => facts.mounts()),
    processes: part(() => facts.processes(hints(), interest())),
    disks: part((signal) => facts.disks(hints(), signal)),
    // It changes with each reading and decides nothing: no reason to judge again.
    load: new Part({
      nowMs,
      onRead: () => onRead(false),
      keepMs: KEEP_MS,
      read: async () => sectionValue(await facts.load()),
    }),
    boot: part(() => facts.boot(hints())),
    configFiles: part(() => facts.configFiles(hints())),
    ipReservations: part(() => facts.ipReservations(hints())),
    pullIntents: part(() => facts.pullIntents()),
  };
}

/** What the parts know now. Mounts and processes of a time when they were needed are not shown as today's. */
export function hostFactsOf(parts: HostParts, isNeeded: boolean): HostFacts {
  return {
    podDirectories: parts.podDirectories.section(),
    mounts: isNeeded ? parts.mounts.section() : unavailable(NOT_NEEDED),
    processes: isNeeded ? parts.processes.section() : unavailable(NOT_NEEDED),
    disks: parts.disks.section(),
    load: parts.load.section(),
    boot: parts.boot.section(),
    configFiles: parts.configFiles.section(),
    ipReservations: parts.ipReservations.section(),
    pullIntents: parts.pullIntents.section(),
  };
}
