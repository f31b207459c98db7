import type { CallGate } from './grpc/call-gate.ts';
import type { RuntimeServer } from './grpc/runtime-server.ts';
import type { RuntimeCondition } from './kubelet/kubelet-server.ts';
import { startRuntimeTrouble } from './kubelet/runtime-trouble.ts';
import type { SimNode } from './model/node.ts';

/** After its lists were read for the first time, the runtime of an incident scenario lives this much longer. */
const INCIDENT_AFTER_READ_MS = 1500;

/** How often the switch looks whether the lists were read. */
const LOOK_EVERY_MS = 100;

/** Makes the runtime hang, end and come back, with everything else on the node that follows from it. */
export interface RuntimeSwitch {
  condition(): RuntimeCondition;
  hang(rpc?: string): void;
  resume(): void;
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Lets the incident happen once somebody has read the lists, so that stale data can be shown. */
  planIncident(incident: 'hang' | 'down' | null): void;
  close(): void;
}

export function createRuntimeSwitch(
  node: SimNode,
  server: RuntimeServer,
  gate: CallGate,
): RuntimeSwitch {
  let condition: RuntimeCondition = 'ok';
  let endTrouble: () => void = () => {};
  let watch: NodeJS.Timeout | null = null;

  const trouble = (next: 'hung' | 'down'): void => {
    endTrouble();
    condition = next;
    node.clock.pause();
    endTrouble = startRuntimeTrouble(node, server.socketPath, next);
  };
  const recover = (): void => {
    endTrouble();
    condition = 'ok';
    node.clock.resume();
  };
  const self: RuntimeSwitch = {
    condition: () => condition,
    hang(rpc) {
      gate.hang(rpc);
      // One slow call is not a hung runtime: the node goes on.
      if (rpc === undefined) trouble('hung');
    },
    resume() {
      gate.resume();
      recover();
    },
    async kill() {
      server.stop();
      trouble('down');
    },
    async restart() {
      if (server.isRunning()) server.stop();
      gate.resume();
      await server.start();
      recover();
      node.runtimeLog.boot();
    },
    planIncident(incident) {
      if (incident === null) return;
      const look = (): void => {
        const isRead = gate.answered('ListContainers') > 0;
        watch = setTimeout(isRead ? happen : look, isRead ? INCIDENT_AFTER_READ_MS : LOOK_EVERY_MS);
        watch.unref();
      };
      const happen = (): void => {
        if (incident === 'hang') self.hang();
        else void self.kill();
      };
      look();
    },
    close() {
      if (watch !== null) clearTimeout(watch);
      endTrouble();
      gate.resume();
    },
  };
  return self;
}
