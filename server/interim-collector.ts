import { available, unavailable } from './contract/section.ts';
import type { RuntimeConnection } from './cri/runtime-connection.ts';
import type { Collector } from './snapshot/collector.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

export function createInterimCollector(connection: RuntimeConnection): Collector {
  const none = unavailable('not wired yet');
  let snapshot: NodeSnapshot = {
    takenAtMs: Date.now(),
    nodeName: 'node1',
    health: connection.health(),
    version: none,
    runtime: none,
    sandboxes: none,
    containers: none,
    containerStatuses: {},
    sandboxStatuses: {},
    images: none,
    ingests: none,
    calls: none,
    runtimeLog: none,
    kubeletPods: none,
    kubeletLog: none,
    podLogDirectories: none,
    logTails: {},
    manifests: none,
  };
  const listeners = new Set<(s: NodeSnapshot) => void>();
  const controller = new AbortController();
  const refresh = async (): Promise<NodeSnapshot> => {
    const o = { signal: controller.signal };
    try {
      const [version, runtime, sandboxes, containers, images] = await Promise.all([
        connection.cri.runtime.version(o),
        connection.cri.runtime.status(o),
        connection.cri.sandboxes.list(o),
        connection.cri.containers.list(o),
        connection.cri.images.list(o),
      ]);
      const statuses = await Promise.all(
        containers
          .filter((c) => c.state !== 'running')
          .map(async (c) => [c.id, await connection.cri.containers.status(c.id, o)] as const),
      );
      const now = Date.now();
      snapshot = {
        ...snapshot,
        takenAtMs: now,
        health: connection.health(),
        version: available(version, now),
        runtime: available(runtime, now),
        sandboxes: available(sandboxes, now),
        containers: available(containers, now),
        images: available(images, now),
        containerStatuses: Object.fromEntries(statuses),
      };
    } catch {
      snapshot = { ...snapshot, health: connection.health() };
    }
    for (const l of listeners) l(snapshot);
    return snapshot;
  };
  let timer: NodeJS.Timeout | null = null;
  return {
    current: () => snapshot,
    refresh,
    sources: () => [],
    onChange(l) {
      listeners.add(l);
      return () => listeners.delete(l);
    },
    setWatched(w) {
      if (timer) clearInterval(timer);
      timer = w ? setInterval(() => void refresh(), 2000) : null;
    },
    async close() {
      controller.abort();
      if (timer) clearInterval(timer);
    },
  };
}
