import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PodLogDirectory, StaticManifest } from '../contract/node-files.ts';
import type { Image, RuntimeStatus, RuntimeVersion } from '../contract/runtime-objects.ts';
import { available, type Section, unavailable, valueOr } from '../contract/section.ts';
import { isUnimplemented } from './call-error.ts';
import { createHostParts, type HostParts, hostFactsOf } from './host-parts.ts';
import { createKubeParts, type KubeParts, kubeFactsOf } from './kube-parts.ts';
import { createKubeletParts, type KubeletParts, kubeletFactsOf } from './kubelet-parts.ts';
import type { NodeSnapshot } from './node-snapshot.ts';
import { Part, sectionValue } from './part.ts';
import { seemsToPull } from './pull-activity.ts';
import { NO_PULLS, type PullReading } from './pull-reading.ts';
import { PullWatch } from './pull-watch.ts';
import { readFactHints, readInterest } from './read-interest.ts';
import { RuntimeObjects } from './runtime-objects.ts';
import type { SnapshotSources } from './snapshot-sources.ts';
import { wantedPulls } from './wanted-pulls.ts';

/** 15 s: bytes that were not moving a while ago prove nothing about now. */
const PULLS_KEEP_MS = 15_000;
const NOT_GATHERED = 'Not gathered.';
export const NO_CONTENT_API =
  'This runtime does not tell the bytes of pulls in flight: only containerd does.';

/** The parts that a snapshot is made of, each read on its own. */
export interface SnapshotParts {
  readonly version: Part<RuntimeVersion>;
  readonly runtime: Part<RuntimeStatus>;
  readonly objects: RuntimeObjects;
  readonly images: Part<readonly Image[]>;
  readonly pulls: Part<PullReading>;
  readonly failedPlugins: Part<readonly string[]>;
  readonly kubeletPods: Part<readonly KubeletPod[]>;
  readonly podLogDirectories: Part<readonly PodLogDirectory[]>;
  readonly manifests: Part<readonly StaticManifest[]>;
  readonly host: HostParts;
  readonly kubelet: KubeletParts;
  readonly kube: KubeParts;
}

/** Parts that know how to read themselves; `onRead` is called after each reading of each part. */
export function createParts(
  sources: SnapshotSources,
  onRead: (isNews: boolean) => void,
): SnapshotParts {
  const { connection, host, nowMs } = sources;
  const { cri, containerd } = connection;
  const shared = { nowMs, onRead };
  const objects = new RuntimeObjects(sources, onRead);
  const images = new Part({ ...shared, read: (signal) => cri.images.list({ signal }) });
  const kubelet = createKubeletParts({ ...sources, onRead });
  const kubeletPods = kubelet.pods;
  const parts: SnapshotParts = {
    version: new Part({ ...shared, read: (signal) => cri.runtime.version({ signal }) }),
    runtime: new Part({ ...shared, read: (signal) => cri.runtime.status({ signal }) }),
    objects,
    images,
    pulls: createPullPart(sources, { objects, images, kubeletPods, onRead }),
    failedPlugins: new Part({
      ...shared,
      read: (signal) => orExplain(containerd.failedPlugins({ signal })),
    }),
    kubeletPods,
    podLogDirectories: new Part({
      ...shared,
      read: async () => sectionValue(await host.podLogDirectories()),
    }),
    manifests: new Part({
      ...shared,
      read: async () => sectionValue(await host.staticManifests()),
    }),
    host: createHostParts({
      ...shared,
      facts: host.facts,
      hints: () => readFactHints(sources, parts),
      interest: () => readInterest(sources, parts),
    }),
    kubelet,
    kube: createKubeParts({ ...sources, kubeletPods: () => kubeletPods.section(), onRead }),
  };
  return parts;
}

interface PullPartNeeds {
  readonly objects: RuntimeObjects;
  readonly images: Part<readonly Image[]>;
  readonly kubeletPods: Part<readonly KubeletPod[]>;
  readonly onRead: (isNews: boolean) => void;
}

/** Reads what pulls have done; asks nothing while none seems to be in flight. */
function createPullPart(
  { connection, journal, nowMs }: SnapshotSources,
  { objects, images, kubeletPods, onRead }: PullPartNeeds,
): Part<PullReading> {
  const watch = new PullWatch({ containerd: connection.containerd, nowMs });
  return new Part({
    nowMs,
    onRead,
    keepMs: PULLS_KEEP_MS,
    read: async (signal) => {
      const calls = journal.calls();
      const isPulling = seemsToPull(
        valueOr(calls, []),
        valueOr(objects.sandboxes(), []),
        valueOr(objects.containers(), []),
      );
      if (!isPulling) {
        watch.forget();
        return NO_PULLS;
      }
      const known = images.section();
      const wanted = wantedPulls({ calls, images: known, kubeletPods: kubeletPods.section() });
      const presentIds = new Set(valueOr(known, []).map((image) => image.id));
      return orExplain(watch.look(wanted, presentIds, signal));
    },
  });
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
  const pulls = pullsOf(parts);
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
    ingests: mapSection(pulls, (reading) => reading.ingests),
    pulls: mapSection(pulls, (reading) => reading.pulls),
    calls: journal.calls(),
    runtimeLog: journal.runtimeLog(),
    kubeletPods: parts.kubeletPods.section(),
    kubeletPodsBy: parts.kubelet.isBySocket() ? 'socket' : 'port',
    kubeletLog: journal.kubeletLog(),
    podLogDirectories: parts.podLogDirectories.section(),
    logTails: objects.logTails(),
    manifests: parts.manifests.section(),
    ...noFurtherFacts(NOT_GATHERED),
    kernelLog: journal.kernelLog(),
    host: hostFactsOf(parts.host, readInterest(sources, parts).isNeeded),
    kubelet: kubeletFactsOf(parts.kubelet),
    kube: kubeFactsOf(sources.kube, parts.kube),
    ...(sources.usual === undefined ? {} : { usual: sources.usual() }),
  };
}

/** A runtime of another name is known not to serve them, also before one had to be asked for. */
function pullsOf(parts: SnapshotParts): Section<PullReading> {
  const version = parts.version.section();
  const isOther = version.available && version.value.runtimeName !== 'containerd';
  return isOther ? unavailable(NO_CONTENT_API) : parts.pulls.section();
}

function mapSection<T, U>(section: Section<T>, map: (value: T) => U): Section<U> {
  return section.available ? available(map(section.value), section.asOfMs) : section;
}
