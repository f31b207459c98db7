import { listContainers } from './calls/container-list.ts';
import { getContainerStatus } from './calls/container-status.ts';
import { listImages } from './calls/image-list.ts';
import { getRuntimeStatus } from './calls/runtime-status.ts';
import { getVersion } from './calls/runtime-version.ts';
import { listSandboxes } from './calls/sandbox-list.ts';
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
    images: {
      list: (options) => listImages(rpc, options),
    },
  };
}
