import type { Work } from '../engine/scheduler.ts';
import { toGoDuration } from '../files/time-text.ts';
import type { SimNode } from '../model/node.ts';
import type { PodRecord } from '../model/pod-record.ts';
import type { VolumeFault } from '../model/scenario.ts';
import { logSyncError } from './sync-errors.ts';

/** Mount back-off: from half a second, doubled up to 2 min 2 s. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 122_000;

/** kubelet gives up waiting for volumes after 2 min 3 s, says so, and begins again. */
const WAIT_FOR_VOLUMES_MS = 123_000;

const VOLUMES: Readonly<Record<VolumeFault, { plugin: string; volume: string; error: string }>> = {
  'hostpath-type': {
    plugin: 'host-path',
    volume: 'config',
    error: 'hostPath type check failed: /srv/config/app.conf is not a file',
  },
  'secret-missing': {
    plugin: 'secret',
    volume: 'tls',
    error: 'secret "checkout-tls" not found',
  },
};

/** A volume that cannot be mounted: tells it in kubelet's log only, for ever. */
export function* mountFails(node: SimNode, pod: PodRecord, fault: VolumeFault): Work {
  const { plugin, volume, error } = VOLUMES[fault];
  const unique = `kubernetes.io/${plugin}/${pod.uid}-${volume}`;
  const bootMs = node.clock.now() - 86_400_000;
  let retryMs = FIRST_RETRY_MS;
  let untilReportMs = WAIT_FOR_VOLUMES_MS;
  for (;;) {
    const nextMs = node.clock.now() + retryMs;
    const next = `${new Date(nextMs).toISOString().slice(0, 23).replace('T', ' ')}578569 +0000 UTC m=+${((nextMs - bootMs) / 1000).toFixed(6)}`;
    node.kubeletLog.plainError(
      'nestedpendingoperations.go:348',
      `Operation for "{volumeName:${unique} podName:${pod.uid} nodeName:}" failed. No retries permitted until ${next} (durationBeforeRetry ${toGoDuration(retryMs)}). Error: MountVolume.SetUp failed for volume "${volume}" (UniqueName: "${unique}") pod "${pod.plan.name}" (UID: "${pod.uid}") : ${error}`,
    );
    yield retryMs;
    untilReportMs -= retryMs;
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
    if (untilReportMs > 0) continue;
    untilReportMs = WAIT_FOR_VOLUMES_MS;
    logSyncError(
      node,
      pod,
      `unmounted volumes=[${volume}], unattached volumes=[], failed to process volumes=[]: context deadline exceeded`,
    );
  }
}
