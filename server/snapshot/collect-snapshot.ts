import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PodLogDirectory, StaticManifest } from '../contract/node-files.ts';
import type { Image, Ingest, RuntimeStatus, RuntimeVersion } from '../contract/runtime-objects.ts';
import { type Section, unavailable, valueOr } from '../contract/section.ts';
import { isUnimplemented } from './call-error.ts';
import type { NodeSnapshot } from './node-snapshot.ts';
import { Part, sectionValue } from './part.ts';
import { seemsToPull } from './pull-activity.ts';
import { RuntimeObjects } from './runtime-objects.ts';
import type { SnapshotSources } from './snapshot-sources.ts';

/** While kubelet starts again its last word counts; after a minute it is no witness any more. */
const KUBELET_KEEP_MS = 60_000;
const NOT_GATHERED = 'Not gathered.';
export const NO_CONTENT_API =
  'This runtime does not tell the bytes of pulls in flight: only containerd does.';

/** The parts that a snapshot is made of, each read on its own. */
export interface SnapshotParts {
  readonly version: Part<RuntimeVersion>;
  readonly runtime: Part<RuntimeStatus>;
  readonly objects: RuntimeObjects;
  readonly images: Part<readonly Image[]>;
  readonly ingests: Part<readonly Ingest[]>;
  readonly failedPlugins: Part<readonly string[]>;
  readonly kubeletPods: Part<readonly KubeletPod[]>;
  readonly podLogDirectories: Part<readonly PodLogDirectory[]>;
  readonly manifests: Part<readonly StaticManifest[]>;
}

/** Parts that know how to read themselves; `onRead` is called after each reading of each part. */
export function createParts(
  sources: SnapshotSources,
  onRead: (isNews: boolean) => void,
): SnapshotParts {
  const { connection, host, journal, kubelet, nowMs } = sources;
  const { cri, containerd } = connection;
  const shared = { nowMs, onRead };
  const objects = new RuntimeObjects(sources, onRead);
  return {
    version: new Part({ ...shared, read: (signal) => cri.runtime.version({ signal }) }),
    runtime: new Part({ ...shared, read: (signal) => cri.runtime.status({ signal }) }),
    objects,
    images: new Part({ ...shared, read: (signal) => cri.images.list({ signal }) }),
    ingests: new Part({
      ...shared,
      read: async (signal) => {
        const isPulling = seemsToPull(
          valueOr(journal.calls(), []),
          valueOr(objects.sandboxes(), []),
          valueOr(objects.containers(), []),
        );
        return isPulling ? orExplain(containerd.listIngests({ signal })) : [];
      },
    }),
    failedPlugins: new Part({
      ...shared,
      read: (signal) => orExplain(containerd.failedPlugins({ signal })),
    }),
    kubeletPods: new Part({
      ...shared,
      keepMs: KUBELET_KEEP_MS,
      read: async (signal) => sectionValue(await kubelet.pods({ signal })),
    }),
    podLogDirectories: new Part({
      ...shared,
      read: async () => sectionValue(await host.podLogDirectories()),
    }),
    manifests: new Part({
      ...shared,
      read: async () => sectionValue(await host.staticManifests()),
    }),
  };
}

async function orExplain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isUnimplemented(error)) throw new Error(NO_CONTENT_API, { cause: error });
    throw error;
  }
}

/** What the sources know now, as last read: one plain value without judgement. Waits for nothing. */
export function collectSnapshot(sources: SnapshotSources, parts: SnapshotParts): NodeSnapshot {
  const { connection, journal, nodeName, nowMs } = sources;
  const { objects } = parts;
  return {
    takenAtMs: nowMs(),
    nodeName,
    health: connection.health(),
    version: parts.version.section(),
    runtime: parts.runtime.section(),
    sandboxes: objects.sandboxes(),
    containers: objects.containers(),
    containerStatuses: objects.statuses(),
    sandboxStatuses: objects.sandboxStatuses(),
    images: parts.images.section(),
    ingests: ingestsOf(parts),
    calls: journal.calls(),
    runtimeLog: journal.runtimeLog(),
    kubeletPods: parts.kubeletPods.section(),
    kubeletLog: journal.kubeletLog(),
    podLogDirectories: parts.podLogDirectories.section(),
    logTails: objects.logTails(),
    manifests: parts.manifests.section(),
    ...noFurtherFacts(NOT_GATHERED),
  };
}

/** A runtime of another name is known not to serve them, also before one had to be asked for. */
function ingestsOf(parts: SnapshotParts): Section<readonly Ingest[]> {
  const version = parts.version.section();
  const isOther = version.available && version.value.runtimeName !== 'containerd';
  return isOther ? unavailable(NO_CONTENT_API) : parts.ingests.section();
}
