import type { PodPorts } from './port-stream.ts';
import { SimProcesses } from './sim-process.ts';
import { StreamingServer } from './streaming-server.ts';

/** What leads into the simulated containers: the runtime's streaming server, and what runs there because of it. */
export interface SimStreaming {
  readonly server: StreamingServer;
  readonly processes: SimProcesses;
  /** What listens in pods. */
  readonly ports: PodPorts;
}

/** Nothing listens and nothing runs yet. */
export function createStreaming(): SimStreaming {
  return { server: new StreamingServer(), processes: new SimProcesses(), ports: new Map() };
}
