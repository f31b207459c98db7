import type {
  NetworkCounters,
  RuntimeContainerStats,
  RuntimePodStats,
} from '../../contract/stats-counters.ts';
import { stripControl } from '../../lib/strip-control.ts';
import type {
  ContainerStats,
  FilesystemUsage,
  NetworkInterfaceUsage,
  NetworkUsage,
  PodSandboxStats,
  PsiStats,
} from '../generated/runtime/v1/api_pb.js';

const NS_PER_MS = 1_000_000;
const NS_PER_US = 1_000;
/** The interface that CNI gives a pod first. */
const POD_INTERFACE = 'eth0';

/** A wrapped number that is there, else null: a runtime that leaves it out says nothing, not 0. */
function numberOf(wrapped: { readonly value: bigint } | undefined): number | null {
  return wrapped === undefined ? null : Number(wrapped.value);
}

function pressureOf(psi: PsiStats | undefined): number | null {
  const percent = psi?.Some?.Avg10;
  return percent === undefined ? null : percent / 100;
}

/** One row of ListContainerStats. Rates of the runtime are left out: some never fill them. */
export function toContainerStats(row: ContainerStats): RuntimeContainerStats {
  const usageNs = numberOf(row.cpu?.usageCoreNanoSeconds);
  return {
    containerId: stripControl(row.attributes?.id ?? ''),
    cpu:
      usageNs === null
        ? null
        : { atMs: Number(row.cpu?.timestamp ?? 0n) / NS_PER_MS, usageUs: usageNs / NS_PER_US },
    memoryWorkingSetBytes: numberOf(row.memory?.workingSetBytes),
    writableLayerBytes: toWritableLayer(row.writableLayer),
    cpuPressure: pressureOf(row.cpu?.psi),
    memoryPressure: pressureOf(row.memory?.psi),
    ioPressure: pressureOf(row.io?.psi),
  };
}

/** Without a time nobody measured it: containerd answers 0 until its first look at snapshots. */
function toWritableLayer(
  usage: FilesystemUsage | undefined,
): RuntimeContainerStats['writableLayerBytes'] {
  if (usage === undefined) return null;
  return usage.timestamp > 0n ? numberOf(usage.usedBytes) : 'not-yet';
}

/** One row of ListPodSandboxStats. */
export function toPodStats(row: PodSandboxStats): RuntimePodStats {
  return {
    sandboxId: stripControl(row.attributes?.id ?? ''),
    network: toNetwork(row.linux?.network),
    containers: (row.linux?.containers ?? []).map(toContainerStats),
  };
}

/** CRI-O calls the loopback the default and tells the pod's own interface among the others. */
function toNetwork(usage: NetworkUsage | undefined): Omit<NetworkCounters, 'tickMs'> | null {
  const all = [...(usage?.defaultInterface ? [usage.defaultInterface] : [])].concat(
    usage?.interfaces ?? [],
  );
  const others = all.filter(({ name }) => name !== 'lo');
  const first = others.find(({ name }) => name === POD_INTERFACE) ?? others[0];
  return first === undefined ? null : toBytes(first);
}

function toBytes(one: NetworkInterfaceUsage): Omit<NetworkCounters, 'tickMs'> | null {
  const receivedBytes = numberOf(one.rxBytes);
  const sentBytes = numberOf(one.txBytes);
  return receivedBytes === null || sentBytes === null ? null : { receivedBytes, sentBytes };
}
