import type { Work } from '../engine/scheduler.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podRef } from '../model/pod-record.ts';
import { stopContainer } from '../runtime/container-calls.ts';
import { graceSeconds } from './pod-identity.ts';

/** periodSeconds and failureThreshold as Kubernetes sets them by default. */
const PROBE_PERIOD_MS = 10_000;
const FAILURE_THRESHOLD = 3;

/** How long the app takes to end after TERM. */
const TERM_TOOK_MS = 700;

/**
 * Watches over a running container: repeats its log line, fails its probes, and ends with 'ended' when a failed liveness
 * probe stopped it. A container that needs no watching is left alone.
 */
export function* watchProbes(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  record: SimContainer,
): Work<'ended' | 'left-running'> {
  const { heartbeat, liveness, readiness } = container.plan;
  const isProbed = liveness === 'fails' || readiness === 'fails';
  if (heartbeat === undefined && !isProbed) return 'left-running';
  const stepMs = isProbed ? PROBE_PERIOD_MS : (heartbeat?.everyMs ?? PROBE_PERIOD_MS);
  let failures = 0;
  while (failures < FAILURE_THRESHOLD) {
    yield stepMs;
    if (record.state !== 'running' || container.current !== record) return 'left-running';
    if (heartbeat !== undefined) {
      node.podLogs.write(record, node.clock.now(), 'stdout', heartbeat.line);
    }
    if (readiness === 'fails') probeFailed(node, pod, container, 'Readiness');
    if (liveness !== 'fails') continue;
    probeFailed(node, pod, container, 'Liveness');
    failures += 1;
  }
  yield* killUnhealthy(node, pod, container, record);
  return 'ended';
}

function probeFailed(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  probeType: 'Readiness' | 'Liveness',
): void {
  const output =
    probeType === 'Readiness'
      ? 'HTTP probe failed with statuscode: 503'
      : `Get "http://${pod.sandbox?.ip}:8080/healthz": dial tcp ${pod.sandbox?.ip}:8080: connect: connection refused`;
  node.kubeletLog.info('prober.go:122', 'Probe failed', {
    probeType,
    pod: podRef(pod),
    podUID: pod.uid,
    containerName: container.plan.name,
    probeResult: 'failure',
    output,
  });
}

function* killUnhealthy(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  record: SimContainer,
): Work {
  const name = container.plan.name;
  node.kubeletLog.info('kubelet.go:2841', 'SyncLoop (probe)', {
    probe: 'liveness',
    status: 'unhealthy',
    pod: podRef(pod),
  });
  node.kubeletLog.info('kuberuntime_manager.go:1374', 'Message for Container of pod', {
    containerName: name,
    containerStatusID: { raw: JSON.stringify({ Type: node.dress.idScheme, ID: record.id }) },
    pod: podRef(pod),
    containerMessage: `Container ${name} failed liveness probe, will be restarted`,
  });
  logKilling(node, pod, name, record);
  yield* stopContainer(node, record, {
    graceSeconds: graceSeconds(pod),
    tookMs: TERM_TOOK_MS,
    exitCode: 0,
  });
}

/** "Killing container with a grace period". */
export function logKilling(
  node: SimNode,
  pod: PodRecord,
  name: string,
  record: SimContainer,
): void {
  node.kubeletLog.info('kuberuntime_container.go:915', 'Killing container with a grace period', {
    pod: podRef(pod),
    podUID: pod.uid,
    containerName: name,
    containerID: `${node.dress.idScheme}://${record.id}`,
    gracePeriod: { raw: String(graceSeconds(pod)) },
  });
}
