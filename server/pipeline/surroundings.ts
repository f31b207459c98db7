import type { CallRecord, LogLine } from '../contract/journal.ts';
import { valueOr } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { heardAtMs } from './call-facts.ts';
import { idsIn } from './line-ids.ts';
import { nodeChanges } from './node-changes.ts';
import type { NodeSurroundings } from './pod-facts.ts';
import { millis } from './time.ts';

function lastHeardMs(calls: readonly CallRecord[]): number {
  let latest = 0;
  calls.forEach((call) => {
    latest = Math.max(latest, heardAtMs(call));
  });
  return latest;
}

/** When the runtime was last known to answer; null where nothing tells. */
function answeredAtMs(snapshot: NodeSnapshot, calls: readonly CallRecord[]): number | null {
  const { health, host } = snapshot;
  const back = health.state === 'ok' ? millis(health.since) : null;
  const started = host.boot.available ? host.boot.value.runtimeStartedAtMs : null;
  const latest = Math.max(lastHeardMs(calls), back ?? 0, started ?? 0);
  return latest === 0 ? null : latest;
}

function namelessLines(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.filter((line) => idsIn(line).length === 0);
}

function majorOf(version: string | undefined): number | null {
  const major = /^v?(\d+)\./.exec(version ?? '')?.[1];
  return major === undefined ? null : Number(major);
}

/** What tells of the node as a whole, gathered once for all pods. */
export function surroundingsOf(
  snapshot: NodeSnapshot,
  wishBy: NodeSurroundings['wishBy'],
): NodeSurroundings {
  const { host, kube } = snapshot;
  const calls = valueOr(snapshot.calls, []);
  const boot = host.boot.available ? host.boot.value : null;
  const addresses = new Map<string, string>();
  for (const { containerId, ip } of valueOr(host.ipReservations, [])) {
    if (containerId !== null) addresses.set(containerId, ip);
  }
  return {
    hasMounts: host.mounts.available,
    hasProcesses: host.processes.available,
    hasDirectories: host.podDirectories.available,
    bootedAtMs: boot?.bootedAtMs ?? null,
    runtimeStartedAtMs: boot?.runtimeStartedAtMs ?? null,
    runtimeMajor: majorOf(
      snapshot.version.available ? snapshot.version.value.runtimeVersion : undefined,
    ),
    answeredAtMs: answeredAtMs(snapshot, calls),
    namelessLines: namelessLines(valueOr(snapshot.runtimeLog, [])),
    calls,
    volumeAttachments: kube.volumeAttachments.available ? kube.volumeAttachments.value : null,
    handlers: kube.runtimeClasses.available
      ? new Map(kube.runtimeClasses.value.map((item) => [item.name, item.handler]))
      : null,
    usual: new Map(valueOr(snapshot.usual, []).map((item) => [item.call, item])),
    addresses,
    wishBy,
    changes: () => nodeChanges(snapshot),
  };
}
