import type { ContainerCounters } from '../../contract/stats-counters.ts';
import type { Reading } from '../sample.ts';
import type { Target } from '../targets.ts';

/** A reading of a container that did nothing, but for what the test says. */
export function reading(
  parts: Partial<ContainerCounters> & Partial<Omit<Reading, 'counters'>> = {},
): Reading {
  const { network, writableLayerBytes, heardMs, ...counters } = parts;
  const tickMs = counters.tickMs ?? 0;
  return {
    counters: {
      takenAtMs: 1_795_985_500_000 + tickMs,
      tickMs,
      cpuUsageUs: 0,
      cpuPeriods: 0,
      cpuThrottledPeriods: 0,
      memoryWorkingSetBytes: 1_000_000,
      oomKills: 0,
      processes: 1,
      cpuPressure: 0,
      memoryPressure: 0,
      ioPressure: 0,
      cpuLimitCores: null,
      memoryLimitBytes: null,
      cpuRequestCores: null,
      ...counters,
    },
    network: network ?? { tickMs, receivedBytes: 0, sentBytes: 0 },
    writableLayerBytes: writableLayerBytes ?? 4_096,
    heardMs: heardMs ?? tickMs,
  };
}

/** A container of shop/web. */
export function target(containerId: string, attempt = 0): Target {
  return {
    containerId,
    sandboxId: 'sandbox-1',
    namespace: 'shop',
    pod: 'web',
    podUid: 'uid-1',
    container: 'app',
    attempt,
  };
}
