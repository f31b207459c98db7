import type { SourceStatus } from '../contract/node-status.ts';
import type { Section } from '../contract/section.ts';
import { NO_CONTENT_API, type SnapshotParts } from './collect-snapshot.ts';
import { kubeletStanding } from './kubelet-parts.ts';
import type { SnapshotSources } from './snapshot-sources.ts';

type Standing = Omit<SourceStatus, 'name'>;

const ok = (reason: string): Standing => ({ status: 'ok', reason, enable: null });

function criStanding({ connection }: SnapshotSources, parts: SnapshotParts): Standing {
  const health = connection.health();
  const { endpoint } = connection;
  if (health.state === 'connecting') {
    return { status: 'degraded', reason: `Connecting to ${endpoint}.`, enable: null };
  }
  if (health.state === 'hung' || health.state === 'down') {
    const isHung = health.state === 'hung';
    return {
      status: isHung ? 'degraded' : 'unavailable',
      reason: health.message ?? `The runtime at ${endpoint} does not answer.`,
      enable: isHung ? null : 'Start the runtime, or name its socket with --runtime-endpoint.',
    };
  }
  const failure = parts.objects.failure() ?? parts.runtime.failure() ?? parts.images.failure();
  if (failure !== null) return { status: 'degraded', reason: failure, enable: null };
  return ok(`Answers at ${endpoint}.`);
}

/** Plugins that pods depend on; others may fail without any pod noticing. */
const WEIGHTY_PLUGIN = /cri|runtime|snapshotter|nri|cni|image/u;

function containerdStanding({ connection }: SnapshotSources, parts: SnapshotParts): Standing {
  const version = parts.version.section();
  if (version.available && version.value.runtimeName !== 'containerd') {
    return { status: 'unavailable', reason: NO_CONTENT_API, enable: null };
  }
  const failure = parts.pulls.failure() ?? parts.failedPlugins.failure();
  if (failure !== null) return { status: 'unavailable', reason: failure, enable: null };
  if (connection.health().state !== 'ok') {
    return { status: 'degraded', reason: 'containerd does not answer now.', enable: null };
  }
  const plugins = parts.failedPlugins.section();
  const failed = plugins.available ? plugins.value.filter((id) => WEIGHTY_PLUGIN.test(id)) : [];
  if (failed.length > 0) {
    const enable = 'See `ctr plugins ls` and the start of the containerd log.';
    return {
      status: 'degraded',
      reason: `Plugins that did not start: ${failed.join('; ')}.`,
      enable,
    };
  }
  const events = connection.hasEvents() ? 'events and ' : '';
  return ok(`Tells ${events}the bytes of pulls in flight, on the same socket.`);
}

function sectionStanding<T>(
  section: Section<readonly T[]>,
  what: string,
  enable: string,
): Standing {
  if (section.available) return ok(`${section.value.length} ${what}.`);
  return { status: 'unavailable', reason: section.reason, enable };
}

/** Where they are looked for, and who says so: a moved folder is the first thing to doubt when logs are missing. */
function podLogsStanding({ host }: SnapshotSources, parts: SnapshotParts): Standing {
  const place = host.knownPodLogPlace();
  const told = sectionStanding(
    parts.podLogDirectories.section(),
    place === null
      ? 'pods have a log directory'
      : `pods have a log directory below ${place.value} (${place.where})`,
    'Name the directory with --pod-logs, and run as a user who may read it.',
  );
  if (place === null || place.conflict === null) return told;
  const status = told.status === 'ok' ? 'degraded' : told.status;
  const enable = told.enable ?? 'Start without --pod-logs, or name the folder that kubelet uses.';
  return { status, reason: `${told.reason} But ${place.conflict}`, enable };
}

const HOST_ENABLE =
  "Run as root on the node, or mount the node's root and name it with --host-root; in a container mount its /proc there, too.";

/** The node's files are there in part on nearly every node: what is missing is named. */
function hostStanding(sources: SnapshotSources, { host }: SnapshotParts): Standing {
  const { podDirectories, boot, disks } = host;
  const failures = [podDirectories, boot, disks].flatMap((part) => part.failure() ?? []);
  if (failures.length === 3) {
    return { status: 'unavailable', reason: failures[0] ?? '', enable: HOST_ENABLE };
  }
  if (failures.length > 0) {
    return { status: 'degraded', reason: failures.join(' '), enable: HOST_ENABLE };
  }
  const directories = podDirectories.section();
  if (!directories.available) {
    return { status: 'degraded', reason: directories.reason, enable: null };
  }
  const count = directories.value.length;
  const told = `${count} pod directories; processes, disks and configuration.`;
  return ok([told, ...sources.host.facts.gaps()].join(' '));
}

/** Every source with its status, the reason as one sentence, and how to enable what is missing. */
export function sourceStatuses(
  sources: SnapshotSources,
  parts: SnapshotParts,
): readonly SourceStatus[] {
  const [runtimeLog, kubeletLog, kernelLog] = sources.journal.sources();
  return [
    { name: 'cri', ...criStanding(sources, parts) },
    { name: 'containerd', ...containerdStanding(sources, parts) },
    ...(runtimeLog === undefined ? [] : [runtimeLog]),
    kubeletStanding(sources.kubelet, parts.kubelet),
    ...(kubeletLog === undefined ? [] : [kubeletLog]),
    {
      name: 'pod-logs',
      ...podLogsStanding(sources, parts),
    },
    {
      name: 'manifests',
      ...sectionStanding(
        parts.manifests.section(),
        'static pod manifests read',
        'Name the directory of the static pods with --manifests; a node without static pods needs none.',
      ),
    },
    { name: 'host', ...hostStanding(sources, parts) },
    ...(kernelLog === undefined ? [] : [kernelLog]),
    sources.kube.source(),
  ];
}
