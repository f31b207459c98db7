import { createContainerd } from '../containerd/create-containerd.ts';
import { createCri } from './create-cri.ts';
import { EventFeed } from './event-feed.ts';
import { GuardedRpc } from './guarded-rpc.ts';
import type { Rpc } from './rpc.ts';
import type { RuntimeConnection } from './runtime-connection.ts';
import { RuntimeMonitor } from './runtime-monitor.ts';
import { socketPath } from './socket-path.ts';

export interface ConnectOptions {
  /** unix:///path or a bare path; discoverEndpoint finds it. */
  readonly endpoint: string;
}

/** A RuntimeConnection that can also make any other call of the runtime. */
export interface RpcConnection extends RuntimeConnection {
  readonly rpc: Rpc;
}

/**
 * Opens the runtime's socket and keeps it open: returns at once, whatever state the runtime is in, and reconnects until
 * close(). Throws for an endpoint that is no unix socket path.
 */
export function connectRuntime(options: ConnectOptions): RpcConnection {
  const path = socketPath(options.endpoint);
  if (path === null) {
    throw new RangeError(`${options.endpoint} is not a unix socket: give unix:///path or /path`);
  }
  const monitor = new RuntimeMonitor(path);
  const rpc = new GuardedRpc(monitor);
  const feed = new EventFeed(monitor, rpc);
  return {
    endpoint: options.endpoint,
    rpc,
    cri: createCri(rpc),
    containerd: createContainerd(rpc),
    health: () => monitor.record.toHealth(),
    onHealthChange: (listener) => monitor.record.onChange(listener),
    setWatched: (isWatched) => monitor.setWatched(isWatched),
    events: (signal) => feed.events(signal),
    hasEvents: () => feed.hasEvents(),
    close: () => monitor.close(),
  };
}
