import { attach } from './calls/attach.ts';
import { listContainers } from './calls/container-list.ts';
import { listContainerStats } from './calls/container-stats-list.ts';
import { getContainerStatus } from './calls/container-status.ts';
import { hasTerminal } from './calls/container-terminal.ts';
import { exec } from './calls/exec.ts';
import { execSync } from './calls/exec-sync.ts';
import { listImages } from './calls/image-list.ts';
import { portForward } from './calls/port-forward.ts';
import { getRuntimeStatus } from './calls/runtime-status.ts';
import { getVersion } from './calls/runtime-version.ts';
import { listSandboxes } from './calls/sandbox-list.ts';
import { listSandboxStats } from './calls/sandbox-stats-list.ts';
import { getSandboxStatus } from './calls/sandbox-status.ts';
import type { Cri } from './cri.ts';
import type { Rpc } from './rpc.ts';

/** The questions of Cri, asked over one Rpc. */
export function createCri(rpc: Rpc): Cri {
  return {
    runtime: {
      version: (options) => getVersion(rpc, options),
      status: (options) => getRuntimeStatus(rpc, options),
    },
    sandboxes: {
      list: (options) => listSandboxes(rpc, options),
      status: (id, options) => getSandboxStatus(rpc, id, options),
    },
    containers: {
      list: (options) => listContainers(rpc, options),
      status: (id, options) => getContainerStatus(rpc, id, options),
    },
    streaming: {
      exec: (request, options) => exec(rpc, request, options),
      attach: (request, options) => attach(rpc, request, options),
      hasTerminal: (id, options) => hasTerminal(rpc, id, options),
      portForward: (request, options) => portForward(rpc, request, options),
      execSync: (request, options) => execSync(rpc, request, options),
    },
    stats: {
      containers: (options) => listContainerStats(rpc, options),
      sandboxes: (options) => listSandboxStats(rpc, options),
    },
    images: {
      list: (options) => listImages(rpc, options),
    },
  };
}
