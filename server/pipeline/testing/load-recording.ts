import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { LogLine } from '../../contract/journal.ts';
import { noFurtherFacts } from '../../contract/no-facts.ts';
import type {
  Container,
  ContainerStatus,
  RuntimeStatus,
  Sandbox,
  SandboxStatus,
} from '../../contract/runtime-objects.ts';
import { available, type Section, unavailable } from '../../contract/section.ts';
import { parseContainerdLog } from '../../journal/containerd-log.ts';
import { isKeptKubeletLine, isKeptRuntimeLine } from '../../journal/kept-lines.ts';
import { parseKlog } from '../../journal/klog.ts';
import { pairCalls } from '../../journal/pair-calls.ts';
import { toKubeletPods } from '../../kubelet/to-kubelet-pod.ts';
import type {
  NodeSnapshot,
  PodLogDirectory,
  StaticManifest,
} from '../../snapshot/node-snapshot.ts';

/** A recorded situation of a real node, cut down to what decides; see replay/fixtures. */
interface Recording {
  readonly recordedAt: string;
  readonly kubeletPods: readonly unknown[];
  readonly sandboxes: readonly Sandbox[];
  readonly containers: readonly Container[];
  readonly containerStatuses: Record<string, ContainerStatus>;
  readonly sandboxStatuses: Record<string, SandboxStatus>;
  readonly logTails: Record<string, readonly string[]>;
  readonly logDirectories: readonly PodLogDirectory[];
  readonly manifests: readonly StaticManifest[];
  readonly runtimeLog: readonly string[];
  readonly kubeletLog: readonly string[];
  readonly runtime: RuntimeStatus | null;
  readonly images: readonly string[];
  /** False: the runtime did not answer at all. */
  readonly cri?: boolean;
  /** Why it did not: nothing listened, or it was stopped. */
  readonly health?: 'down' | 'hung';
}

/** Which sources the node under test has. */
export interface ReplaySources {
  /** Both /pods and the log; the log alone, as on a worker without a credential; nothing. */
  readonly kubelet: 'all' | 'log' | 'none';
  /** Static manifests and the pod log directories. */
  readonly host: boolean;
  /** The whole logs of that hour up to the moment, as a node has them, instead of the lines about the situation's pods. */
  readonly isWholeLog?: boolean;
}

function linesOfFile(name: string): string[] {
  const file = fileURLToPath(new URL(`../replay/fixtures/raw/${name}`, import.meta.url));
  return gunzipSync(readFileSync(file)).toString('utf8').split('\n');
}

interface Logs {
  readonly runtime: readonly LogLine[];
  readonly kubelet: readonly LogLine[];
}

let wholeLogs: Logs | null = null;

/** The logs of the hour in which most situations were recorded, parsed once. */
function readWholeLogs(nowMs: number): Logs {
  wholeLogs ??= {
    runtime: parseContainerdLog(linesOfFile('containerd.log.gz'), 'containerd.log'),
    kubelet: parseKlog(linesOfFile('kubelet.log.gz'), nowMs, 'kubelet.log').filter(
      isKeptKubeletLine,
    ),
  };
  return wholeLogs;
}

function logsOf(recording: Recording, sources: ReplaySources, nowMs: number): Logs {
  if (sources.isWholeLog !== true) {
    const lines = recording.kubeletLog.flatMap((entry) => entry.split('\n'));
    return {
      runtime: parseContainerdLog(recording.runtimeLog, 'containerd.log'),
      kubelet: parseKlog(lines, nowMs, 'kubelet.log').filter(isKeptKubeletLine),
    };
  }
  const whole = readWholeLogs(nowMs);
  const isPast = (line: LogLine): boolean => line.atMs === null || line.atMs <= nowMs;
  return { runtime: whole.runtime.filter(isPast), kubelet: whole.kubelet.filter(isPast) };
}

function lists(
  recording: Recording,
  nowMs: number,
): Pick<NodeSnapshot, 'sandboxes' | 'containers' | 'images'> {
  if (recording.cri === false) {
    const gone = unavailable('the runtime does not answer');
    return { sandboxes: gone, containers: gone, images: gone };
  }
  const images = recording.images.map((tag) => ({
    id: tag,
    tags: [tag],
    digests: [],
    sizeBytes: 1_000_000,
    pinned: false,
  }));
  return {
    sandboxes: available(recording.sandboxes, nowMs),
    containers: available(recording.containers, nowMs),
    images: available(images, nowMs),
  };
}

/** A recording of replay/fixtures as the snapshot that our sources would have made of that node. */
export function loadRecording(
  name: string,
  sources: ReplaySources,
): { snapshot: NodeSnapshot; nowMs: number } {
  const file = fileURLToPath(new URL(`../replay/fixtures/${name}.json`, import.meta.url));
  const recording = JSON.parse(readFileSync(file, 'utf8')) as Recording;
  const nowMs = Date.parse(recording.recordedAt);
  const logs = logsOf(recording, sources, nowMs);
  const off: Section<never> = unavailable('switched off in this test');
  const isAnswering = recording.cri !== false;
  const pods = toKubeletPods({ items: recording.kubeletPods })?.pods ?? [];
  const snapshot: NodeSnapshot = {
    takenAtMs: nowMs,
    nodeName: 'node1',
    health: {
      state: isAnswering ? 'ok' : (recording.health ?? 'down'),
      since: null,
      lastAnswerAt: null,
      hangingCall: recording.health === 'hung' ? 'Version' : null,
      message: isAnswering ? null : 'containerd does not answer',
      callsInFlight: 0,
    },
    version: available(
      { runtimeName: 'containerd', runtimeVersion: '2.1.9', runtimeApiVersion: 'v1' },
      nowMs,
    ),
    runtime: recording.runtime === null ? off : available(recording.runtime, nowMs),
    ...lists(recording, nowMs),
    containerStatuses: recording.containerStatuses,
    sandboxStatuses: recording.sandboxStatuses,
    ingests: isAnswering ? available([], nowMs) : off,
    calls: available(pairCalls(logs.runtime), nowMs),
    runtimeLog: available(logs.runtime.filter(isKeptRuntimeLine), nowMs),
    kubeletPods: sources.kubelet === 'all' ? available(pods, nowMs) : off,
    kubeletLog: sources.kubelet === 'none' ? off : available(logs.kubelet, nowMs),
    podLogDirectories: sources.host ? available(recording.logDirectories, nowMs) : off,
    logTails: recording.logTails,
    manifests: sources.host ? available(recording.manifests, nowMs) : off,
    ...noFurtherFacts('not recorded'),
  };
  return { snapshot, nowMs };
}
